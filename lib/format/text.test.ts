import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { percentDecoded } from '../platform/percent-decoded'
import { hostileText, isWellFormed } from '../testing/hostile-text'
import { escapeInvisible, percentEncoded, shorten, toWellFormed } from './text'

it('the parts together are always the whole text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), fc.integer({ min: 1, max: 20 }), (text, side) => {
      const { head, middle, tail } = shorten(text, side)
      expect(head + middle + tail).toBe(text)
    }),
  )
})

it('shows eight characters each side, and a text whole where hiding would save one character', () => {
  expect(shorten('12345678abcdefgh')).toEqual({ head: '12345678abcdefgh', middle: '', tail: '' })
  expect(shorten('12345678-abcdefgh')).toEqual({ head: '12345678-abcdefgh', middle: '', tail: '' })
  expect(shorten('12345678--abcdefgh')).toEqual({ head: '12345678', middle: '--', tail: 'abcdefgh' })
})

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
  expect(escapeInvisible(text)).toBe(shown)
})

test('nothing that cannot be seen is left of any text, and a plain one stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(escapeInvisible(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
      expect(escapeInvisible(escapeInvisible(text))).toBe(escapeInvisible(text))
    }),
  )
})

it('any text becomes one that UTF-8 can hold, and one that was such stays as it is', () => {
  fc.assert(
    fc.property(hostileText(), (text) => {
      const made = toWellFormed(text)
      expect(isWellFormed(made)).toBe(true)
      expect(made).toHaveLength(text.length)
      expect(Buffer.from(made).toString()).toBe(made)
      if (isWellFormed(text)) expect(made).toBe(text)
    }),
  )
})

it('pairs stay, halves are replaced', () => {
  expect(toWellFormed('\uDC00😀\uD800x')).toBe('\uFFFD😀\uFFFDx')
})

it('any text can stand in an address, and a well-formed one is read back as it was', () => {
  fc.assert(
    fc.property(hostileText(), (text) => {
      expect(percentEncoded(text)).toMatch(/^(?:[\w.!~*'()-]|%[\dA-F]{2})*$/)
      if (isWellFormed(text)) expect(percentDecoded(percentEncoded(text))).toBe(text)
    }),
  )
})

it('a lone surrogate, of which there is no UTF-8, stands as the replacement character', () => {
  expect(percentEncoded('a\uD800b')).toBe('a%EF%BF%BDb')
  expect(percentEncoded('😀')).toBe('%F0%9F%98%80')
})
