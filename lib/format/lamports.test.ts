import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatLamports, formatSol } from './lamports'

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

it('any u64 of lamports can be read back from its SOL', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (lamports) => {
      const [whole = '', fraction = ''] = formatSol(lamports).replaceAll(',', '').split('.')
      expect(BigInt(whole + fraction.padEnd(9, '0'))).toBe(lamports)
      expect(fraction).not.toMatch(/0$/)
    }),
  )
})

it('below 0.00001 SOL lamports come first, from there on SOL', () => {
  expect(formatLamports(0)).toEqual({ main: '0 lamports', other: '0 SOL' })
  expect(formatLamports(1n)).toEqual({ main: '1 lamport', other: '0.000000001 SOL' })
  expect(formatLamports(9_999)).toEqual({ main: '9,999 lamports', other: '0.000009999 SOL' })
  expect(formatLamports(10_000)).toEqual({ main: '0.00001 SOL', other: '10,000 lamports' })
})
