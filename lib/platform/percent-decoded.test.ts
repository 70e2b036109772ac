import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentDecoded } from './percent-decoded'

test('gives back what was encoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(percentDecoded(encodeURIComponent(text))).toBe(text)
    }),
  )
})

test.each(['100%', '%zz', '%E0%A4%A'])('leaves %s as it is', (text) => {
  expect(percentDecoded(text)).toBe(text)
})
