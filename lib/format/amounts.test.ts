import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { formatInColumn, formatLamports, formatSol, formatUnits, lamportsColumn, paddingZeros } from './amounts'

it.each([
  [0, '0'],
  [1, '0.000000001'],
  [10_000n, '0.00001'],
  [999_999_999n, '0.999999999'],
  [1_000_000_000n, '1'],
  [1_500_000_000n, '1.5'],
  [9007199254740995n, '9,007,199.254740995'],
  [2n ** 64n - 1n, '18,446,744,073.709551615'],
])('%s lamports are %s SOL, by digits', (lamports, sol) => {
  expect(formatSol(lamports)).toBe(sol)
})

it('below 0.00001 SOL lamports come first, from there on and for none SOL', () => {
  expect(formatLamports(0)).toEqual({ main: '0 SOL', other: '0 lamports' })
  expect(formatLamports(1n)).toEqual({ main: '1 lamport', other: '0.000000001 SOL' })
  expect(formatLamports(9_999)).toEqual({ main: '9,999 lamports', other: '0.000009999 SOL' })
  expect(formatLamports(10_000)).toEqual({ main: '0.00001 SOL', other: '10,000 lamports' })
})

const lamports = fc
  .tuple(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.nat(10))
  .map(([amount, zeros]) => amount - (amount % 10n ** BigInt(zeros)))

it('a column has one unit, and every amount in it is exact with its decimal point in the same place', () => {
  fc.assert(
    fc.property(fc.array(lamports, { minLength: 1 }), (amounts) => {
      const column = lamportsColumn(amounts)
      for (const amount of amounts) {
        const { text, zeros } = formatInColumn(amount, column)
        const [whole = '', fraction = ''] = `${text}${zeros}`.replaceAll(',', '').split('.')
        expect(fraction).toHaveLength(column.decimals)
        const lamports = column.unit === 'SOL' ? whole + fraction.padEnd(9, '0') : whole
        expect(BigInt(lamports)).toBe(amount)
      }
      const fractions = amounts.map((amount) => formatSol(amount).split('.')[1]?.length ?? 0)
      expect(column.decimals).toBe(column.unit === 'SOL' ? Math.max(...fractions) : 0)
    }),
  )
})

it('a column of 100,000 rows is measured without formatting them', () => {
  const pad = vi.spyOn(String.prototype, 'padStart')
  expect(lamportsColumn([2_039_280n, 890_880n, 0n])).toEqual({ unit: 'SOL', decimals: 8 })
  expect(pad).not.toHaveBeenCalled()
})

it('a column is in lamports where an amount is below 0.00001 SOL; nothing is no such amount', () => {
  expect(lamportsColumn([])).toEqual({ unit: 'SOL', decimals: 0 })
  expect(lamportsColumn([0n, 0n])).toEqual({ unit: 'SOL', decimals: 0 })
  expect(lamportsColumn([0n, 10_000n, 1_500_000_000n])).toEqual({ unit: 'SOL', decimals: 5 })
  expect(lamportsColumn([2n ** 64n - 1n, 9_999n])).toEqual({ unit: 'lamports', decimals: 0 })
  expect(formatInColumn(2n ** 64n - 1n, { unit: 'lamports', decimals: 0 }).text).toBe('18,446,744,073,709,551,615')
  expect(formatInColumn(1_500_000_000n, { unit: 'SOL', decimals: 5 })).toEqual({ text: '1.5', zeros: '0000' })
  expect(formatInColumn(0n, { unit: 'SOL', decimals: 2 })).toEqual({ text: '0', zeros: '.00' })
})

it.each([
  [0n, 6, '0'],
  [1n, 0, '1'],
  [1n, 6, '0.000001'],
  [1_500_000n, 6, '1.5'],
  [9_007_199_254_740_993n, 6, '9,007,199,254.740993'],
  [9_007_199_254_740_995n, 9, '9,007,199.254740995'],
  [123_456_789_012_345_678n, 2, '1,234,567,890,123,456.78'],
  [2n ** 64n - 1n, 0, '18,446,744,073,709,551,615'],
  [2n ** 64n - 1n, 9, '18,446,744,073.709551615'],
  [2n ** 64n - 1n, 20, '0.18446744073709551615'],
  [2n ** 64n - 1n, 21, '0.018446744073709551615'],
  [-1_500_000n, 6, '-1.5'],
  [1_500, 3, '1.5'],
])('%s base units of %s decimals are %s', (amount, decimals, text) => {
  expect(formatUnits(amount, decimals)).toBe(text)
})

it('any amount can be read back to the digit, with any decimals', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 72n }), fc.integer({ min: 0, max: 255 }), (amount, decimals) => {
      const text = formatUnits(amount, decimals)
      const [whole = '', fraction = ''] = text.replaceAll(',', '').split('.')
      expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(amount)
      expect(fraction).not.toMatch(/0$/)
      expect(`${text}${paddingZeros(text, decimals)}`.split('.')[1] ?? '').toHaveLength(decimals)
    }),
  )
})
