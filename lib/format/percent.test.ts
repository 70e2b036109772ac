import fc from 'fast-check'
import { expect, it } from 'vitest'
import { percentDecoded } from '../platform/percent-decoded'
import { hostileText, isWellFormed } from '../testing/hostile-text'
import { percentEncoded } from './percent'

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
