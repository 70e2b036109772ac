import { proveRow } from '@/lib/account/proof/row-proof'
import { decodeBase58, encodeBase58 } from '@/lib/protocol/base58'
import type { AccountItem, ProvableRow, TokenAccountItem } from '@/lib/protocol/rpc/items'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { randomFrom } from './indexer/random'
import { PROGRAM_IDS } from './indexer/synthetic-chain'

interface FlippedRow {
  field: string
  row: ProvableRow
}

/** Data bytes that a data hash binds: all, or those of the token fields. */
type BoundBytes = (account: AccountItem) => number

/** @param random numbers in [0, 1) */
function flippedRow(row: ProvableRow, boundBytes: BoundBytes, random: () => number): FlippedRow {
  const below = (count: number) => Math.floor(random() * count)
  const one = <T>(choices: readonly T[]) => choices[below(choices.length)] as T
  const inBytes = (bytes: Uint8Array, count = bytes.length): Uint8Array => {
    const at = below(count)
    return bytes.map((byte, i) => (i === at ? byte ^ (1 << below(8)) : byte))
  }
  const inKey = (key: string) => encodeBase58(inBytes(decodeBase58(key)))
  const inU64 = (value: bigint) => value ^ (1n << BigInt(below(64)))
  const inOne = <T>(of: T, flips: { [Name in keyof T]?: (value: NonNullable<T[Name]>) => T[Name] }) => {
    const names = (Object.keys(flips) as (keyof T)[]).filter((name) => of[name] !== null && of[name] !== undefined)
    const name = one(names)
    const flip = flips[name] as (value: T[keyof T]) => T[keyof T]
    return { field: String(name), value: { ...of, [name]: flip(of[name]) } as T }
  }
  const inAccount = (account: AccountItem) => {
    const bytes = boundBytes(account)
    return inOne(account, {
      ...{ hash: inKey, owner: inKey, tree: inKey, address: inKey, lamports: inU64 },
      leafIndex: (index) => (index ^ (1 << below(31))) >>> 0,
      data: (data) =>
        inOne(data, {
          discriminator: inU64,
          dataHash: inKey,
          ...(bytes > 0 && {
            data: (text: string) => Buffer.from(inBytes(Buffer.from(text, 'base64'), bytes)).toString('base64'),
          }),
        }).value,
    })
  }
  const inToken = (token: TokenAccountItem['tokenData']) =>
    inOne(token, {
      ...{ mint: inKey, owner: inKey, delegate: inKey, amount: inU64 },
      state: (state) => (state === 'frozen' ? 'initialized' : 'frozen'),
    })
  if (!('tokenData' in row)) {
    const { field, value } = inAccount(row)
    return { field, row: value }
  }
  if (random() < 0.5) {
    const { field, value } = inAccount(row.account)
    return { field: `account.${field}`, row: { ...row, account: value } }
  }
  const { field, value } = inToken(row.tokenData)
  return { field: `tokenData.${field}`, row: { ...row, tokenData: value } }
}

export function flipMisses(rows: readonly ProvableRow[], flips: number, seed: number): string[] {
  const random = randomFrom(seed)
  const misses: string[] = []
  for (let i = 0; i < flips; i++) {
    const row = rows[Math.floor(random() * rows.length)] as ProvableRow
    const before = proveRow(row)
    const bindsBytes = before.result === 'matches'
    const flipped = flippedRow(row, (account) => (bindsBytes ? boundBytesOf(account) : 0), random)
    const { result, reason } = proveRow(flipped.row)
    // Bytes that a program hashes whole are known only by their hash: with another bit they are unknown.
    const isCaught = result === 'differs' || (flipped.field === 'data' && bindsBytes && reason === 'bytes')
    if (!isCaught) misses.push(`${flipped.field} of ${stringifyJson(row)}: ${result} (${reason})`)
  }
  return misses
}

/** Those of the token fields, else all. facts/light-events.md 9. */
function boundBytesOf({ owner, data }: AccountItem): number {
  if (!data) return 0
  const bytes = Buffer.from(data.data, 'base64')
  const isPoseidon = owner === PROGRAM_IDS.token && [2n, 216172782113783808n].includes(data.discriminator)
  return isPoseidon ? (bytes[72] === 1 ? 106 : 74) : bytes.length
}
