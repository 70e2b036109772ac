import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase58, encodeBase58 } from './base58'

test('the text is that of @scure/base for any bytes, leading zeros and none at all included', () => {
  const zerosFirst = fc
    .tuple(fc.integer({ min: 0, max: 12 }), fc.uint8Array({ maxLength: 200 }))
    .map(([zeros, bytes]) => Uint8Array.from([...new Uint8Array(zeros), ...bytes]))
  fc.assert(fc.property(zerosFirst, (bytes) => encodeBase58(bytes) === base58.encode(bytes)))
})

test('bytes inside a larger buffer are read at their own place', () => {
  const whole = Uint8Array.from([9, 9, 0, 1, 2, 3, 9])
  expect(encodeBase58(whole.subarray(2, 6))).toBe(base58.encode(Uint8Array.from([0, 1, 2, 3])))
  expect(encodeBase58(whole, 2, 6)).toBe(base58.encode(Uint8Array.from([0, 1, 2, 3])))
})

test('a part of any bytes has the text of that part alone', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), fc.nat(300), (bytes, a, b) => {
      const [start = 0, end = 0] = [a, b].map((place) => Math.min(place, bytes.length)).sort((x, y) => x - y)
      return encodeBase58(bytes, start, end) === base58.encode(bytes.slice(start, end))
    }),
  )
})

test('what was written is read again, 10 kB included', () => {
  fc.assert(
    fc.property(fc.nat(12), fc.uint8Array({ maxLength: 2_000 }), (zeros, rest) => {
      const bytes = Uint8Array.from([...new Uint8Array(zeros), ...rest])
      expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes)
    }),
    { numRuns: 50 },
  )
  const long = Uint8Array.from({ length: 10_240 }, (_, i) => (i * 7 + (i >> 5)) & 255)
  expect(decodeBase58(encodeBase58(long))).toEqual(long)
})

test.each(['0', 'a0', 'aaaa aaaa', 'é', '\u{1F343}'])('%j is no base58', (text) => {
  expect(() => decodeBase58(text)).toThrow(SyntaxError)
})
