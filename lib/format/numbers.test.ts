import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import {
  counted,
  discriminatorHex,
  formatLamports,
  formatSol,
  formatUnits,
  groupDigits,
  inColumn,
  lamportsColumn,
  nounFor,
  zerosFor,
} from './numbers'

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

it.each([
  [0, '0'],
  [999, '999'],
  [1000n, '1,000'],
  [9007199254740993n, '9,007,199,254,740,993'],
  [2n ** 64n - 1n, '18,446,744,073,709,551,615'],
])('%s is grouped as %s, every digit kept', (value, text) => {
  expect(groupDigits(value)).toBe(text)
})

it('grouping only adds commas, for any u64', () => {
  fc.assert(
    fc.property(u64, (value) => {
      expect(groupDigits(value)).toMatch(/^\d{1,3}(,\d{3})*$/)
      expect(groupDigits(value).replaceAll(',', '')).toBe(value.toString())
    }),
  )
})

it('a number that was not whole is refused, not rounded', () => {
  expect(() => groupDigits(0.5)).toThrow(RangeError)
})

it.each([
  // facts/photon-wire.md 6.4: the three token layouts
  [2, '02 00 00 00 00 00 00 00'],
  [216172782113783808n, '00 00 00 00 00 00 00 03'],
  [288230376151711744n, '00 00 00 00 00 00 00 04'],
  [0n, '00 00 00 00 00 00 00 00'],
  [2n ** 64n - 1n, 'ff ff ff ff ff ff ff ff'],
])('discriminator %s is the bytes %s, as they lie in the account', (value, hex) => {
  expect(discriminatorHex(value)).toBe(hex)
})

it('the bytes of any discriminator are its u64 in little-endian', () => {
  fc.assert(
    fc.property(u64, (value) => {
      const bytes = discriminatorHex(value)
        .split(' ')
        .map((byte) => Number.parseInt(byte, 16))
      expect(new DataView(Uint8Array.from(bytes).buffer).getBigUint64(0, true)).toBe(value)
    }),
  )
})

test('one is singular, none and many are plural, and digits are grouped', () => {
  expect(counted(1, 'row')).toBe('1 row')
  expect(counted(0, 'row')).toBe('0 rows')
  expect(counted(2500, 'row')).toBe('2,500 rows')
  expect(counted(1, 'entry', 'entries')).toBe('1 entry')
  expect(counted(21, 'entry', 'entries')).toBe('21 entries')
})

test('a u64 beyond 2^53 keeps every digit', () => {
  expect(counted(18_446_744_073_709_551_615n, 'lamport')).toBe('18,446,744,073,709,551,615 lamports')
  expect(counted(1n, 'lamport')).toBe('1 lamport')
  expect(nounFor(9_007_199_254_740_993n, 'lamport')).toBe('lamports')
})

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

it('below 0.00001 SOL lamports come first, from there on and for none SOL', () => {
  expect(formatLamports(0)).toEqual({ main: '0 SOL', other: '0 lamports' })
  expect(formatLamports(1n)).toEqual({ main: '1 lamport', other: '0.000000001 SOL' })
  expect(formatLamports(9_999)).toEqual({ main: '9,999 lamports', other: '0.000009999 SOL' })
  expect(formatLamports(10_000)).toEqual({ main: '0.00001 SOL', other: '10,000 lamports' })
})

const lamports = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

it('a column has one unit, and every amount in it is exact with its decimal point in the same place', () => {
  fc.assert(
    fc.property(fc.array(lamports, { minLength: 1 }), (amounts) => {
      const column = lamportsColumn(amounts)
      for (const amount of amounts) {
        const { text, zeros } = inColumn(amount, column)
        const [whole = '', fraction = ''] = `${text}${zeros}`.replaceAll(',', '').split('.')
        expect(fraction).toHaveLength(column.decimals)
        const lamports = column.unit === 'SOL' ? whole + fraction.padEnd(9, '0') : whole
        expect(BigInt(lamports)).toBe(amount)
      }
    }),
  )
})

it('a column is in lamports where an amount is below 0.00001 SOL; nothing is no such amount', () => {
  expect(lamportsColumn([])).toEqual({ unit: 'SOL', decimals: 0 })
  expect(lamportsColumn([0n, 0n])).toEqual({ unit: 'SOL', decimals: 0 })
  expect(lamportsColumn([0n, 10_000n, 1_500_000_000n])).toEqual({ unit: 'SOL', decimals: 5 })
  expect(lamportsColumn([2n ** 64n - 1n, 9_999n])).toEqual({ unit: 'lamports', decimals: 0 })
  expect(inColumn(2n ** 64n - 1n, { unit: 'lamports', decimals: 0 }).text).toBe('18,446,744,073,709,551,615')
  expect(inColumn(1_500_000_000n, { unit: 'SOL', decimals: 5 })).toEqual({ text: '1.5', zeros: '0000' })
  expect(inColumn(0n, { unit: 'SOL', decimals: 2 })).toEqual({ text: '0', zeros: '.00' })
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
      expect(`${text}${zerosFor(text, decimals)}`.split('.')[1] ?? '').toHaveLength(decimals)
    }),
  )
})
