import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base58Text } from './base58-text'

test('the text is that of @scure/base for up to 1,024 bytes, whatever was written before', () => {
  const zerosFirst = fc
    .tuple(fc.nat(12), fc.uint8Array({ maxLength: 1_012 }))
    .map(([zeros, bytes]) => Uint8Array.from([...new Uint8Array(zeros), ...bytes]))
  fc.assert(fc.property(zerosFirst, (bytes) => base58Text(bytes) === base58.encode(bytes)))
  const highest = new Uint8Array(1_024).fill(255)
  expect(base58Text(highest)).toBe(base58.encode(highest))
})

test('a part of the bytes has the text of that part alone', () => {
  const bytes = Uint8Array.from([9, 9, 0, 1, 2, 3, 9])
  expect(base58Text(bytes, 2, 6)).toBe(base58.encode(Uint8Array.from([0, 1, 2, 3])))
  expect(base58Text(bytes, 3, 3)).toBe('')
})
