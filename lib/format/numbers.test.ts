import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { discriminatorHex, formatCount, groupDigits, nounFor } from './numbers'

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
  expect(formatCount(1, 'row')).toBe('1 row')
  expect(formatCount(0, 'row')).toBe('0 rows')
  expect(formatCount(2500, 'row')).toBe('2,500 rows')
  expect(formatCount(1, 'entry', 'entries')).toBe('1 entry')
  expect(formatCount(21, 'entry', 'entries')).toBe('21 entries')
})

test('a u64 beyond 2^53 keeps every digit', () => {
  expect(formatCount(18_446_744_073_709_551_615n, 'lamport')).toBe('18,446,744,073,709,551,615 lamports')
  expect(formatCount(1n, 'lamport')).toBe('1 lamport')
  expect(nounFor(9_007_199_254_740_993n, 'lamport')).toBe('lamports')
})
