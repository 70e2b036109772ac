import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visible } from './visible'

test.each([
  ['cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m', 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'],
  ['', ''],
  ['naïve 日本語 😀', 'naïve 日本語 😀'],
  ['a\u202Eb', 'a‹U+202E›b'],
  ['\0\u001B[31m\r\n', '‹U+0000›‹U+001B›[31m‹U+000D›‹U+000A›'],
  ['\u2066x\u2069\u200D\uFEFF\u2028', '‹U+2066›x‹U+2069›‹U+200D›‹U+FEFF›‹U+2028›'],
  ['\uD83D', '‹U+D83D›'],
  ['\u{E0041}', '‹U+E0041›'],
])('%j is shown as %s', (text, shown) => {
  expect(visible(text)).toBe(shown)
})

test('nothing that cannot be seen is left of any text, and a plain one stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visible(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
      expect(visible(visible(text))).toBe(visible(text))
    }),
  )
})
