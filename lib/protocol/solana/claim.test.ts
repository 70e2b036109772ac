import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HOSTILE_TEXTS } from '@/lib/testing/hostile-text'
import { cleanClaim, MAX_SYMBOL_CHARS } from './claim'

it.each([
  ['SOL', 'SOL'],
  [' USDC\0\0\0\0', 'USDC'],
  ['ＳＯＬ', 'SOL'],
  ['a\u202Eb\u2066c\u200Bd\uFEFFe', 'abcde'],
  ['two\r\n\tlines', 'two lines'],
  ['日本円', '日本円'],
  ['рубль', 'рубль'],
  ['₿TC', '₿TC'],
  ['🌿', '🌿'],
  ['TWELVE CHARS', 'TWELVE CH…'],
  ['\u3164\u115F\u2800', null],
  ['', null],
])('%j is shown as %j', (text, shown) => {
  expect(cleanClaim(text, MAX_SYMBOL_CHARS)).toBe(shown)
})

it('letters that pass for Latin ones are named: beside Latin ones, and where all do', () => {
  expect(cleanClaim('S\u041EL', 10)).toBe('S‹U+041E›L')
  expect(cleanClaim('\u0412\u0422\u0421', 10)).toBe('‹U+0412›‹U+0422›‹U+0421›')
  expect(cleanClaim('\u03A5SDC', 10)).toBe('‹U+03A5›SDC')
})

it('no text hides anything, breaks a line or grows without bound', () => {
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary' })), (text) => {
      const shown = cleanClaim(text, MAX_SYMBOL_CHARS)
      if (shown === null) return
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\n]/u)
      expect(shown.trim()).toBe(shown)
      expect(Array.from(shown.replaceAll(/‹U\+[\dA-F]+›/g, 'x')).length).toBeLessThanOrEqual(MAX_SYMBOL_CHARS)
    }),
  )
})
