import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hostileText, isWellFormed } from '../testing/hostile-text'
import { wellFormed } from './well-formed'

it('any text becomes one that UTF-8 can hold, and one that was such stays as it is', () => {
  fc.assert(
    fc.property(hostileText(), (text) => {
      const made = wellFormed(text)
      expect(isWellFormed(made)).toBe(true)
      expect(made).toHaveLength(text.length)
      expect(Buffer.from(made).toString()).toBe(made)
      if (isWellFormed(text)) expect(made).toBe(text)
    }),
  )
})

it('pairs stay, halves are replaced', () => {
  expect(wellFormed('\uDC00😀\uD800x')).toBe('\uFFFD😀\uFFFDx')
})
