import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TokenAccountItem } from '@/lib/rpc/items'
import { addressOf, hashOf } from '@/lib/testing/stand-in/fixtures'
import { accountsOf, coverageText, ExposureSum, formatShare, permille, totalOf } from './exposure'
import { revokeCsv } from './revoke-csv'

interface Made {
  n: number
  mint: number
  wallet: number
  amount: bigint
  state: string
}

const item = ({ n, mint, wallet, amount, state }: Made): TokenAccountItem => ({
  account: {
    hash: hashOf(`row ${n}`),
    address: null,
    data: null,
    owner: addressOf('token program'),
    lamports: 0n,
    tree: addressOf('tree'),
    leafIndex: n,
    seq: null,
    slotCreated: 300_000_000 + n,
  },
  tokenData: {
    mint: addressOf(`mint ${mint}`),
    owner: addressOf(`wallet ${wallet}`),
    amount,
    delegate: addressOf('delegate'),
    state,
    tlv: null,
  },
})

const made = fc.array(
  fc.record<Made>({
    n: fc.nat(300),
    mint: fc.nat(3),
    wallet: fc.nat(6),
    amount: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    state: fc.constantFrom('initialized', 'initialized', 'frozen', 'closing'),
  }),
  { maxLength: 200 },
)

describe('sums of what a delegate may move', () => {
  test('hold every row once in its mint, wallet and state, however the rows come', () => {
    fc.assert(
      fc.property(made, fc.integer({ min: 1, max: 50 }), (rows, size) => {
        const items = rows.map(item)
        const sum = new ExposureSum()
        for (let at = 0; at < items.length; at += size) sum.add(items.slice(at, at + size))
        const once = [...new Map(rows.toReversed().map((row) => [row.n, row])).values()]
        const { mints, ...counts } = sum.result(100)
        expect(counts).toEqual({
          accounts: once.length,
          wallets: new Set(once.map(({ wallet }) => wallet)).size,
          movable: once.filter(({ state }) => state === 'initialized').length,
          frozen: once.filter(({ state }) => state === 'frozen').length,
          other: once.filter(({ state }) => state === 'closing').length,
        })
        for (const mint of mints) {
          const of = once.filter((row) => addressOf(`mint ${row.mint}`) === mint.mint)
          const total = (list: Made[]) => list.reduce((all, { amount }) => all + amount, 0n)
          expect(accountsOf(mint)).toBe(of.length)
          expect(mint.total).toBe(total(of))
          expect(mint.frozen.amount).toBe(total(of.filter(({ state }) => state === 'frozen')))
          expect(mint.top.map(totalOf).reduce((all, one) => all + one, 0n)).toBe(mint.total)
          expect(mint.top).toHaveLength(mint.wallets)
          for (const [i, wallet] of mint.top.entries()) {
            const above = mint.top[i - 1]
            if (above) expect(totalOf(above) >= totalOf(wallet)).toBe(true)
          }
        }
      }),
    )
  })

  test('go beyond 2^64 without losing a digit', () => {
    const sum = new ExposureSum()
    sum.add([1, 2, 3].map((n) => item({ n, mint: 0, wallet: n, amount: 2n ** 64n - 1n, state: 'initialized' })))
    expect(sum.result(1).mints[0]?.movable).toEqual({ accounts: 3, amount: 55_340_232_221_128_654_845n })
  })

  test('a share is rounded down, and what is too small to count is not called nothing', () => {
    expect(permille(1n, 3n)).toBe(333)
    expect(permille(0n, 0n)).toBe(0)
    expect(formatShare(2n ** 64n - 1n, 2n ** 64n)).toBe('99.9%')
    expect(formatShare(1n, 10n ** 20n)).toBe('under 0.1%')
    expect(formatShare(0n, 10n)).toBe('0.0%')
  })

  test('say "all" only when nothing can be missing', () => {
    const listCoverage = { slots: null, fetchedAt: '', old: null, completeReason: 'the indexer repeats itself' }
    expect(coverageText(5, { ...listCoverage, reachedEnd: true, complete: true })).toEqual({
      whole: true,
      text: 'All 5 rows',
    })
    for (const [ended, complete] of [
      [false, true],
      [false, null],
      [true, false],
      [true, null],
    ] as const) {
      const coverage = coverageText(5, { ...listCoverage, reachedEnd: ended, complete })
      expect(coverage.whole).toBe(false)
      expect(coverage.text).not.toMatch(/all/i)
    }
  })
})

describe('the file to revoke from', () => {
  const from = {
    network: 'sandbox',
    delegate: 'D',
    slots: '5 to 7',
    fetchedAt: '2026-11-20T00:00:00.000Z',
    old: null,
    rows: 'all 1',
  }

  test('has provenance first, then exact integers', () => {
    const csv = revokeCsv([item({ n: 9, mint: 0, wallet: 0, amount: 2n ** 64n - 1n, state: 'frozen' })], from)
    const lines = csv.split('\r\n')
    expect(lines.filter((line) => /^"?# /.test(line))).toHaveLength(7)
    expect(lines.at(-3)).toBe('wallet,mint,hash,amount,state,tree,leafIndex,slotCreated')
    expect(lines.at(-2)).toBe(
      `${addressOf('wallet 0')},${addressOf('mint 0')},${hashOf('row 9')},'18446744073709551615,frozen,${addressOf('tree')},9,300000009`,
    )
    expect(lines.at(-1)).toBe('')
  })
})
