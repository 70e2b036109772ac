import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { topLevelNumber } from './top-level-number'

describe('the number of a top-level member', () => {
  it('is what JSON.parse finds, whatever stands around it', () => {
    const rest = fc.dictionary(fc.string(), fc.jsonValue()).map((object) => ({ ...object, slot: undefined }))
    fc.assert(
      fc.property(rest, rest, fc.nat(), fc.constantFrom(0, 2), (before, after, slot, indent) => {
        const text = JSON.stringify(
          { ...before, inner: { slot: 'x"slot":1' }, slot, more: { ...after, slot: 5 } },
          null,
          indent,
        )
        expect(topLevelNumber(text, 'slot')).toBe(slot)
      }),
    )
  })

  it.each([
    '',
    '{',
    '[]',
    '{"a":{"slot":5}}',
    '[{"slot":5}]',
    '{"slot":"5"}',
    '{"slot":5.5}',
    '{"slot":-5}',
    '{"slot',
    '{"slot":null}',
  ])('is not found in %s', (text) => {
    expect(topLevelNumber(text, 'slot')).toBeNull()
  })
})
