import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lightTokenAccount, splTokenAccount, token2022Account } from '@/lib/testing/made-token-accounts'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { makeTokenRow } from '@/lib/testing/token-rows'
import { problem } from '../../api/problem'
import { POOL_AUTHORITY } from '../../protocol/light/pools'
import type { AccountItem } from '../../protocol/rpc/items'
import type { ChainAccountRead, ChainHoldings, ChainPart } from '../../upstream/chain/token-accounts'
import type { ClosedAccounts } from '../../upstream/indexer/closed-accounts'
import { type ColdList, type Readings, walletTotal } from './total'

const WALLET = addressOf('a wallet')
const ASSOCIATED = addressOf('an associated token account')
const [MINT, OTHER] = [addressOf('mint'), addressOf('other mint')]
const U64_MAX = 2n ** 64n - 1n
const PROBLEM = problem('chain_unavailable', 'The chain node is unreachable.')

const failed = { ok: false, problem: PROBLEM, refused: false } as const
const refused = { ok: false, problem: PROBLEM, refused: true } as const

function part(
  slot: number,
  accounts: Record<string, { owner: string; data: Uint8Array }>,
): ChainPart<ChainAccountRead[]> {
  const value = Object.entries(accounts).map(([name, { owner, data }]) => {
    return { address: addressOf(name), program: owner, lamports: 1n, data }
  })
  return { ok: true, slot, value, cut: false }
}

function chainAt(slot: number, parts: Partial<ChainHoldings> = {}): ChainHoldings {
  const lamports = { ok: true, slot, value: 5n, cut: false } as const
  return { lamports, spl: part(slot, {}), token2022: part(slot, {}), light: part(slot, {}), listed: null, ...parts }
}

const coldAt = (slot: number | null, rows: AccountItem[] = []): ColdList => ({ ok: true, slot, complete: true, rows })

const row = (name: string, amount: bigint, more: Parameters<typeof makeTokenRow>[0] = {}) =>
  makeTokenRow({ name, mint: MINT, owner: WALLET, amount, ...more }).account

function cold(slot: number, rows: AccountItem[] = [], associated: AccountItem[] = []) {
  const list = { mint: MINT, account: ASSOCIATED, list: coldAt(slot, associated) }
  return { own: coldAt(slot), tokens: coldAt(slot, rows), associated: [list] }
}

const NONE_CLOSED: ClosedAccounts = { ok: true, value: { slot: 1_000, knownFrom: 0, cut: false, pairs: [] } }

const total = (readings: Partial<Readings> & Pick<Readings, 'chain'>) =>
  walletTotal(WALLET, { before: cold(10), after: cold(10), closed: NONE_CLOSED, unaskedMints: 0, ...readings })

describe('a wallet’s total of a mint', () => {
  test('adds the accounts of all places once, to the digit', () => {
    const held = { mint: MINT, owner: WALLET }
    const spl = part(11, { spl: splTokenAccount({ ...held, amount: U64_MAX, frozen: true }) })
    const light = part(11, { light: lightTokenAccount({ ...held, amount: 9_007_199_254_740_993n }) })
    const rows = [row('cold', 123_456_789_012_345_678n)]
    const ofAssociated = [row('closed', 7n, { owner: ASSOCIATED })]
    const read = total({
      before: cold(10, rows, ofAssociated),
      chain: chainAt(11, { spl, light, listed: spl }),
      after: cold(12, rows, ofAssociated),
    })
    const sum = U64_MAX + 9_007_199_254_740_993n + 123_456_789_012_345_678n + 7n
    expect(read).toMatchObject({ sum: 'exact', slot: 11, reasons: [], sol: { sum: 'exact', total: 5n } })
    expect(read.mints).toMatchObject([
      { mint: MINT, sum: 'exact', total: sum, places: { compressed: { accounts: 2 }, token2022: { accounts: 0 } } },
    ])
  })

  test('is never called exact when tokens moved between the readings', () => {
    // At each slot some tokens move between the chain and compressed accounts, or come from elsewhere.
    const move = fc.record({ to: fc.constantFrom('chain', 'compressed', 'in', 'nothing'), amount: fc.bigInt(1n, 9n) })
    const moves = fc.array(move, { minLength: 6, maxLength: 6 })
    const slot = fc.nat(6)
    fc.assert(
      fc.property(moves, slot, slot, slot, slot, (list, before, one, other, after) => {
        const states = [{ chain: 100n, rows: [row('0', 100n)] }]
        for (const [i, { to, amount }] of list.entries()) {
          const last = states[i] ?? { chain: 0n, rows: [] }
          const held = last.rows.reduce(
            (all, { data }) => all + Buffer.from(data?.data ?? '', 'base64').readBigUInt64LE(64),
            0n,
          )
          const way = to === 'chain' ? amount : to === 'compressed' ? -amount : 0n
          const rows = way === 0n ? last.rows : [row(`${i + 1}`, held - way)]
          states.push({ chain: last.chain + way + (to === 'in' ? amount : 0n), rows })
        }
        const at = (n: number) => states[n] ?? { chain: 0n, rows: [] }
        const account = (n: number) => splTokenAccount({ mint: MINT, owner: WALLET, amount: at(n).chain })
        const read = total({
          before: cold(before, at(before).rows),
          chain: chainAt(one, { spl: part(other, { spl: account(other) }) }),
          after: cold(after, at(after).rows),
        })
        const truth = (n: number) =>
          at(n).chain +
          at(n).rows.reduce((all, { data }) => all + Buffer.from(data?.data ?? '', 'base64').readBigUInt64LE(64), 0n)
        if (read.sum === 'exact') expect(read.mints[0]?.total).toBe(truth(one))
        else expect(read).toMatchObject({ sum: 'none', mints: [{ total: null }] })
        if (before <= one && one === other && other <= after && at(before).rows === at(after).rows) {
          expect(read.sum).toBe('exact')
        }
      }),
    )
  })

  test.each([
    ['the chain failed', { chain: { problem: PROBLEM } }],
    ['a program’s accounts failed', { chain: chainAt(10, { token2022: failed }) }],
    ['accounts of a program are cut', { chain: chainAt(10, { spl: { ok: true, slot: 10, value: [], cut: true } }) }],
    [
      'an account cannot be read',
      {
        chain: chainAt(10, {
          token2022: part(10, { odd: token2022Account({ owner: WALLET }, [[2, new Uint8Array(3)]]) }),
        }),
      },
    ],
    [
      'an account is another wallet’s',
      { chain: chainAt(10, { light: part(10, { foreign: lightTokenAccount({ owner: OTHER }) }) }) },
    ],
  ])('is a lower bound with a reason if %s', (_, readings) => {
    const rows = [row('cold', 3n)]
    const read = total({ before: cold(10, rows), after: cold(10, rows), ...readings })
    expect(read).toMatchObject({ sum: 'at least', reasons: [expect.stringMatching(/\.$/)] })
    expect(read.mints).toMatchObject([{ mint: MINT, sum: 'at least', total: 3n }])
  })

  test('is a lower bound where the node lists nothing, but has accounts at known addresses', () => {
    const listed = part(10, { listed: lightTokenAccount({ mint: MINT, owner: WALLET, amount: 4n }) })
    const read = total({ chain: chainAt(10, { light: refused, listed }) })
    expect(read).toMatchObject({
      sum: 'at least',
      reasons: [expect.stringContaining('known mints')],
      mints: [{ total: 4n }],
    })
  })

  test('is a lower bound if the second reading of a list may lack rows', () => {
    const rows = [row('cold', 3n)]
    const after = cold(10, rows)
    const read = total({
      before: cold(10, rows),
      chain: chainAt(10),
      after: { ...after, tokens: { ...after.tokens, complete: false } as ColdList },
    })
    expect(read).toMatchObject({ sum: 'at least', mints: [{ sum: 'at least', total: 3n }] })
  })

  test('is a lower bound for a mint alone whose associated account was not asked', () => {
    const spl = part(10, { spl: splTokenAccount({ mint: OTHER, owner: WALLET, amount: 1n }) })
    expect(total({ chain: chainAt(10, { spl }) })).toMatchObject({ sum: 'exact', mints: [{ sum: 'at least' }] })
  })

  const told = { slot: 10, knownFrom: 0, cut: false, pairs: [{ mint: MINT }] }

  test('is exact where all closed associated accounts are known and were asked', () => {
    const read = total({ chain: chainAt(10), closed: { ok: true, value: told } })
    expect(read).toMatchObject({ sum: 'exact', reasons: [] })
  })

  test.each<[string, ClosedAccounts | null]>([
    ['an indexer does not list closed accounts', null],
    ['only some closed accounts are known', { ok: true, value: { ...told, knownFrom: 4 } }],
    ['a list of closed accounts is cut', { ok: true, value: { ...told, cut: true } }],
    ['closed accounts were read before the chain', { ok: true, value: { ...told, slot: 9 } }],
    ['closed accounts were not asked', { ok: true, value: { ...told, pairs: [{ mint: OTHER }] } }],
    ['closed accounts are not known', { ok: false, problem: PROBLEM }],
  ])('is exact for what is listed, and all are a lower bound, if %s', (_, closed) => {
    const rows = [row('cold', 3n)]
    const read = total({ before: cold(10, rows), after: cold(10, rows), chain: chainAt(10), closed })
    expect(read).toMatchObject({ sum: 'at least', reasons: [expect.stringMatching(/^Closed associated .*\.$/)] })
    expect(read.mints).toMatchObject([{ mint: MINT, sum: 'exact', total: 3n, reasons: [] }])
  })

  test('is a lower bound if the list of a closed account that nothing else names was not read', () => {
    const list = { ok: false, problem: PROBLEM } as const
    const before = { ...cold(10), associated: [{ mint: MINT, account: ASSOCIATED, list }] }
    const read = total({ before, chain: chainAt(10), closed: { ok: true, value: told } })
    expect(read).toMatchObject({
      sum: 'at least',
      reasons: [expect.stringContaining('1 mint were not read')],
      mints: [],
    })
  })

  test('leaves out pools, accounts that are not set up, fees and confidential amounts', () => {
    const unset = lightTokenAccount({ owner: WALLET, mint: MINT, amount: 9n })
    unset.data[108] = 0
    const fee = Buffer.alloc(8, 1)
    const token2022 = part(10, {
      fees: token2022Account({ owner: WALLET, mint: MINT, amount: 2n }, [
        [2, fee],
        [5, fee],
      ]),
    })
    const read = total({ chain: chainAt(10, { light: part(10, { unset }), token2022 }) })
    expect(read.mints).toMatchObject([{ sum: 'exact', total: 2n, withheld: fee.readBigUInt64LE(), confidential: 1 }])
    const pool = part(10, { pool: splTokenAccount({ owner: POOL_AUTHORITY, mint: MINT, amount: 9n }) })
    expect(
      walletTotal(POOL_AUTHORITY, {
        before: cold(10),
        chain: chainAt(10, { spl: pool }),
        after: cold(10),
        closed: null,
        unaskedMints: 0,
      }).accounts,
    ).toEqual([])
  })
})
