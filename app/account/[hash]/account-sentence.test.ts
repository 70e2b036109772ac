import { describe, expect, it } from 'vitest'
import { lifeOf, NO_EVIDENCE } from '@/lib/account/life'
import { groupDigits } from '@/lib/format/numbers'
import { addressOf, makeAccounts, signatureOf } from '@/lib/testing/stand-in/fixtures'
import { makeTokenRow } from '@/lib/testing/token-rows'
import { textOf, withUnits } from '@/lib/transaction/description/parts'
import { type LifePart, lifeSentence } from './words'
import { whatItIs } from './words-server'

type ReadAccount = NonNullable<Parameters<typeof whatItIs>[0]>

const [WALLET, MINT, OWNER] = ['wallet', 'mint', 'owner'].map(addressOf) as [string, string, string]
const MINTS = {
  [MINT]: { mint: MINT, decimals: 6, symbol: null, name: null, program: OWNER, source: null },
}
const short = (key: string) => `${key.slice(0, 4)}…${key.slice(-4)}`

function token(state: string): ReadAccount {
  const row = makeTokenRow({ name: 'x', owner: WALLET, mint: MINT, amount: 14_149_070n, state, leafIndex: 1 })
  return { account: row.account, token: row.token }
}

const [plain] = makeAccounts(OWNER, 1)
const data = { discriminator: 7n, data: Buffer.alloc(24).toString('base64'), dataHash: addressOf('data') }
const decompressed = { ...data, discriminator: 72057594037927935n }
const account = (lamports: bigint, held: typeof data | null): ReadAccount => ({
  account: { ...plain, owner: OWNER, lamports, data: held },
  token: null,
})

describe('what an account is', () => {
  it.each([
    ['token account', token('initialized'), `Token account of ${short(WALLET)} with 14.14907 ${short(MINT)}`],
    ['frozen token account', token('frozen'), `Frozen token account of ${short(WALLET)} with 14.14907 ${short(MINT)}`],
    ['lamports alone', account(1_500_000_000n, null), `Account of ${short(OWNER)} with 1.5 SOL`],
    ['data alone', account(0n, data), `Account of ${short(OWNER)} with 24 bytes of data`],
    ['lamports and data', account(5n, data), `Account of ${short(OWNER)} with 0.000000005 SOL and 24 bytes of data`],
    ['decompressed account', account(0n, decompressed), `Decompressed account of ${short(OWNER)}`],
    ['content not read', null, 'Compressed account'],
  ])('%s', (_, read, text) => {
    expect(withUnits(whatItIs(read), MINTS).map(textOf).join('')).toBe(text)
  })
})

describe('how it lives', () => {
  const at = (name: string, slot: number) => ({ signature: signatureOf(name), slot, blockTime: slot * 10 })
  const [made, spent, sameSlot] = [at('made', 1_000), at('spent', 1_019), at('same slot', 1_000)]
  const read = (consumed: typeof made | null) => ({
    chain: { kind: 'read' as const, created: made.signature, consumed },
    liveAt: null,
  })
  const names = new Map([made, spent, sameSlot].map(({ signature }, i) => [signature, ['MADE', 'SPENT', 'SAME'][i]]))
  const written = (part: LifePart) => {
    if (typeof part === 'string') return part
    return 'moment' in part ? `slot ${groupDigits(part.moment.slot)}` : names.get(part.signature)
  }
  const [LATE, ONE] = ['consumed after 3 min 10 s in slot 1,019 by SPENT.', 'created and consumed by one transaction']

  it.each([
    ['live', [made], read(null), ', live since slot 1,000, created by MADE.', ', live since slot 1,000.'],
    [
      'consumed',
      [spent, made],
      read(spent),
      `, created in slot 1,000 by MADE, ${LATE}`,
      `, created in slot 1,000, ${LATE}`,
    ],
    ['by one transaction', [made], read(made), `, ${ONE} in slot 1,000, MADE.`, `, ${ONE} in slot 1,000.`],
    [
      'in one slot, in known order',
      [made, sameSlot],
      read(sameSlot),
      ', created in slot 1,000 by MADE, consumed in the same slot by SAME.',
      ', created in slot 1,000, consumed in the same slot by SAME.',
    ],
    [
      'end not known',
      [made],
      NO_EVIDENCE,
      ', created in slot 1,000 by MADE. No consuming transaction known.',
      ', created in slot 1,000. No consuming transaction known.',
    ],
  ])('%s', (_, items, evidence, alone, withHistory) => {
    const life = lifeOf(items, evidence)
    expect(lifeSentence(life, true).map(written).join('')).toBe(alone)
    expect(lifeSentence(life, false).map(written).join('')).toBe(withHistory)
  })

  it('names both transactions where their order is not known, and no creator where sources disagree', () => {
    const unordered = lifeSentence(lifeOf([made, sameSlot]), true)
      .map(written)
      .join('')
    expect(unordered).toMatch(
      /^, created and consumed in slot 1,000 by (MADE and SAME|SAME and MADE), in unknown order\.$/,
    )
    const evidence = { chain: { kind: 'disagrees' as const, why: 'They differ.' }, liveAt: null }
    expect(lifeSentence(lifeOf([made], evidence), true)).toEqual([
      '. Sources disagree, so whether it is live is unknown. They differ.',
    ])
    expect(lifeSentence(lifeOf([made, spent, sameSlot]), true)[0]).toContain('another number')
  })
})
