import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shorten } from './shorten'

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
