import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { madeCompressedOnly } from '@/lib/testing/made-extensions'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { type DelegatedRow, delegatedRow } from '@/lib/testing/token-rows'
import { coverageText, ExposureSum, formatShare, permille, totalAccounts, totalAmount } from './exposure'

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

/** What may be moved of a made row. */
const delegatedOf = ({ amount, delegated = null }: DelegatedRow) =>
  delegated === null || delegated > amount ? amount : delegated

const made = fc.array(
  fc.record<DelegatedRow>({
    n: fc.nat(300),
    mint: fc.nat(3),
    wallet: fc.nat(6),
    amount: u64,
    state: fc.constantFrom('initialized', 'initialized', 'frozen', 'closing'),
    delegated: fc.option(u64),
  }),
  { maxLength: 200 },
)

describe('sums of what a delegate may move', () => {
  test('hold every row once in its mint, wallet and state, however the rows come', () => {
    fc.assert(
      fc.property(made, fc.integer({ min: 1, max: 50 }), (rows, size) => {
        const items = rows.map(delegatedRow)
        const sum = new ExposureSum()
        for (let at = 0; at < items.length; at += size) sum.add(items.slice(at, at + size))
        const once = [...new Map(rows.toReversed().map((row) => [row.n, row])).values()]
        const { mints, ...counts } = sum.result(100)
        expect(counts).toEqual({
          accounts: once.length,
          parties: new Set(once.map(({ wallet }) => wallet)).size,
          movable: once.filter(({ state }) => state === 'initialized').length,
          frozen: once.filter(({ state }) => state === 'frozen').length,
          other: once.filter(({ state }) => state === 'closing').length,
          associated: once.filter(({ delegated }) => delegated !== null).length,
          unread: 0,
        })
        for (const mint of mints) {
          const of = once.filter((row) => addressOf(`mint ${row.mint}`) === mint.mint)
          const total = (list: DelegatedRow[]) => list.reduce((all, row) => all + delegatedOf(row), 0n)
          expect(totalAccounts(mint)).toBe(of.length)
          expect(mint.total).toBe(total(of))
          expect(mint.movable.held + mint.frozen.held + mint.other.held).toBe(
            of.reduce((all, { amount }) => all + amount, 0n),
          )
          expect(mint.frozen.amount).toBe(total(of.filter(({ state }) => state === 'frozen')))
          expect(mint.top.map(totalAmount).reduce((all, one) => all + one, 0n)).toBe(mint.total)
          expect(mint.top).toHaveLength(mint.parties)
          for (const [i, party] of mint.top.entries()) {
            const above = mint.top[i - 1]
            if (above) expect(totalAmount(above) >= totalAmount(party)).toBe(true)
          }
        }
      }),
    )
  })

  test('name owners by what they are, and say how many rows could not be read', () => {
    const sum = new ExposureSum()
    const at = { mint: 0, amount: 1n, state: 'initialized' }
    sum.add([
      delegatedRow({ n: 1, wallet: 1, ...at }),
      delegatedRow({ n: 2, wallet: 2, ...at, delegated: 1n }),
      delegatedRow({ n: 3, wallet: 3, ...at, tlv: madeCompressedOnly({}) }),
      delegatedRow({ n: 4, wallet: 4, ...at, tlv: 'AQAAAP8=' }),
    ])
    const { mints, associated, unread } = sum.result(100)
    expect({ associated, unread }).toEqual({ associated: 1, unread: 1 })
    const kinds = new Map(mints[0]?.top.map(({ party, kind }) => [party, kind]))
    expect([1, 2, 3, 4].map((n) => kinds.get(addressOf(`wallet ${n}`)))).toEqual([
      'wallet',
      'associated token account',
      'wallet or closed account',
      'unknown',
    ])
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
