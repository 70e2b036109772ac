import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { DecodedValue } from '../../api/idl'
import { decodeBase58 } from '../../protocol/base58'
import type { AccountItem } from '../../protocol/rpc/items'
import { addressOf, makeAccounts } from '../stand-in/fixtures'
import { trueAccount } from '../true-rows'
import { borsh, type Definition, idlOf } from './shapes'

/* A game's program: players with a score, and matches. */

export const PROGRAM = addressOf('program of a game')
export const AUTHORITY = addressOf('authority of a game')

export const DEFINITIONS: Definition[] = [
  { name: 'Rank', variants: ['Bronze', 'Silver'].map((name) => ({ name, fields: [] })) },
  {
    name: 'Prize',
    fields: [
      { name: 'mint', shape: 'key' },
      { name: 'amount', shape: 'u64' },
    ],
  },
  {
    name: 'Match',
    fields: [
      { name: 'players', shape: { vec: 'key' } },
      { name: 'round', shape: 'u8' },
    ],
  },
  {
    name: 'Player',
    fields: [
      { name: 'authority', shape: 'key' },
      { name: 'score', shape: 'u64' },
      { name: 'rank', shape: { named: 'Rank' } },
      { name: 'nickname', shape: 'text' },
      { name: 'best_round', shape: { option: 'u16' } },
      { name: 'prizes', shape: { vec: { named: 'Prize' } } },
    ],
  },
]

export const IDL = JSON.stringify({ ...idlOf('Anchor 0.30', DEFINITIONS), address: PROGRAM })

const SCORES = [2n ** 64n - 1n, 9_007_199_254_740_993n, 123_456_789_012_345_678n, 0n, 1_200n]
const NICKNAMES = ['ada', 'Grace H.', '', 'naïve \u202etxt', '<b>bold</b>']

export function playerFields(n: number): { [name: string]: DecodedValue } {
  return {
    authority: addressOf(`player ${n % 7}`),
    score: SCORES[n] ?? BigInt(n) * 37n,
    rank: n % 3 === 0 ? 'Silver' : 'Bronze',
    nickname: NICKNAMES[n] ?? `player ${n}`,
    best_round: n % 4 === 0 ? null : BigInt(n % 12),
    prizes: Array.from({ length: n % 3 }, (_, at) => ({
      mint: addressOf(`prize ${at}`),
      amount: BigInt(at + 1) * 10n ** 9n,
    })),
  }
}

export function discriminatorOf(struct: string): bigint {
  return createHash('sha256').update(struct).digest().readBigUInt64LE()
}

function madeAccount(row: AccountItem, struct: string, fields: { [name: string]: DecodedValue }): AccountItem {
  const data = Buffer.from(borsh({ named: struct }, fields, DEFINITIONS)).toString('base64')
  return trueAccount({ ...row, data: { discriminator: discriminatorOf(struct), data, dataHash: '' } })
}

/** Players; the last rows are a match, one of an older version, and one of no struct of the IDL. */
export function gameAccounts(count: number): AccountItem[] {
  const rows = makeAccounts(PROGRAM, count + 3, 'game')
  return rows.map((row, n) => {
    if (n === count)
      return madeAccount(row, 'Match', { players: [addressOf('player 1'), addressOf('player 2')], round: 3n })
    const made = madeAccount(row, 'Player', playerFields(n))
    const { data } = made
    if (n < count || !data) return made
    const bytes = Buffer.from(data.data, 'base64')
    const other =
      n === count + 1 ? { ...data, data: bytes.subarray(0, 40).toString('base64') } : { ...data, discriminator: 1n }
    return trueAccount({ ...made, data: other })
  })
}

/** As the canonical Program Metadata account holds it. */
export function metadataIdlAccount(text = IDL) {
  const data = deflateSync(text)
  const head = Buffer.alloc(96)
  head[0] = 2
  head.set(decodeBase58(PROGRAM), 1)
  head.set(decodeBase58(AUTHORITY), 33)
  head.set([1, 1, ...Buffer.from('idl'.padEnd(16, '\0')), 1, 2, 1, 0], 65)
  head.writeUInt32LE(data.length, 87)
  return { owner: 'ProgM6JCCvbYkfKqJYHePx4xxSUSqJp7rh8Lyv7nk7S', data: Buffer.concat([head, data]) }
}
