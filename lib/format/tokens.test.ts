import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatUnits, zerosFor } from './tokens'

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
      expect(`${text}${zerosFor(text, decimals)}`.split('.')[1] ?? '').toHaveLength(decimals)
    }),
  )
})
