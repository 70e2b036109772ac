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
})

test('a key that was met before has the text it had, however many were met in between', () => {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(fc.array(key, { minLength: 1, maxLength: 1_500 }), (keys) => {
      const texts = keys.map(keyText)
      expect(texts).toEqual(keys.map((each) => base58.encode(each)))
      expect(keys.map(keyText)).toEqual(texts)
    }),
    { numRuns: 20 },
  )
})
