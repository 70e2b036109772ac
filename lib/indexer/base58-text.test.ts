import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base58Text, keyText } from './base58-text'

test('the text is that of @scure/base for any bytes, leading zeros and none at all included', () => {
  const zerosFirst = fc
    .tuple(fc.integer({ min: 0, max: 12 }), fc.uint8Array({ maxLength: 200 }))
    .map(([zeros, bytes]) => Uint8Array.from([...new Uint8Array(zeros), ...bytes]))
  fc.assert(fc.property(zerosFirst, (bytes) => base58Text(bytes) === base58.encode(bytes)))
})

test('bytes inside a larger buffer are read at their own place', () => {
  const whole = Uint8Array.from([9, 9, 0, 1, 2, 3, 9])
  expect(base58Text(whole.subarray(2, 6))).toBe(base58.encode(Uint8Array.from([0, 1, 2, 3])))
  expect(base58Text(whole, 2, 6)).toBe(base58.encode(Uint8Array.from([0, 1, 2, 3])))
})

test('a part of any bytes has the text of that part alone', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), fc.nat(300), (bytes, a, b) => {
      const [start = 0, end = 0] = [a, b].map((place) => Math.min(place, bytes.length)).sort((x, y) => x - y)
      return base58Text(bytes, start, end) === base58.encode(bytes.slice(start, end))
    }),
  )
})

test('a key that was met before has the text it had, however many were met in between', () => {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(fc.array(key, { minLength: 1, maxLength: 1_500 }), fc.nat(9), (keys, front) => {
      // As a database driver gives them: behind other bytes.
      const behind = keys.map((each) => Uint8Array.from([...new Uint8Array(front), ...each]))
      const texts = behind.map((bytes) => keyText(bytes, front))
      expect(texts).toEqual(keys.map((each) => base58.encode(each)))
      expect(behind.map((bytes) => keyText(bytes, front))).toEqual(texts)
    }),
    { numRuns: 20 },
  )
})

test('keys that differ in one byte, whichever, have texts of their own', () => {
  const key = Uint8Array.from({ length: 32 }, (_, i) => i * 7)
  const others = Array.from(key, (byte, i) => key.with(i, byte ^ 1))
  for (const each of [key, ...others, key]) expect(keyText(each, 0)).toBe(base58.encode(each))
})
