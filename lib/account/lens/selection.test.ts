import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moveSelection, parseByteRange, rangeOf, selectRange } from './selection'

const grid = { total: 100, width: 16, lines: 4 }
const press = (key: string, shiftKey = false, withControl = false) => ({ key, shiftKey, withControl })

describe('the cursor', () => {
  it.each([
    ['ArrowRight', 20, 21],
    ['ArrowLeft', 20, 19],
    ['ArrowDown', 20, 36],
    ['ArrowUp', 20, 4],
    ['ArrowUp', 4, 4],
    ['ArrowDown', 90, 90],
    ['ArrowDown', 83, 99],
    ['ArrowDown', 84, 84],
    ['Home', 20, 16],
    ['End', 20, 31],
    ['End', 98, 99],
    ['PageDown', 20, 84],
    ['PageDown', 90, 99],
    ['PageUp', 20, 0],
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 99, 99],
  ])('with %s goes from %i to %i', (key, from, to) => {
    expect(moveSelection({ anchor: from, focus: from }, press(key), grid)).toEqual({ anchor: to, focus: to })
    expect(moveSelection({ anchor: 50, focus: from }, press(key, true), grid)).toEqual({ anchor: 50, focus: to })
  })

  it('with Control goes to either end, or takes everything', () => {
    expect(moveSelection({ anchor: 20, focus: 20 }, press('End', true, true), grid)).toEqual({ anchor: 20, focus: 99 })
    expect(moveSelection({ anchor: 20, focus: 20 }, press('Home', false, true), grid)).toEqual({ anchor: 0, focus: 0 })
    expect(
      rangeOf(moveSelection({ anchor: 5, focus: 5 }, press('a', false, true), grid) ?? { anchor: 0, focus: 0 }),
    ).toEqual({
      offset: 0,
      length: 100,
    })
  })

  it('leaves other keys to the page', () => {
    for (const key of ['Tab', 'Enter', 'a', 'constructor']) {
      expect(moveSelection({ anchor: 1, focus: 1 }, press(key), grid)).toBeNull()
    }
  })

  it('never leaves the data', () => {
    const keys = fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown')
    const steps = fc.array(fc.record({ key: keys, shiftKey: fc.boolean(), withControl: fc.boolean() }))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.constantFrom(8, 16), steps, (total, width, presses) => {
        let selection = { anchor: 0, focus: 0 }
        for (const each of presses) selection = moveSelection(selection, each, { total, width, lines: 5 }) ?? selection
        const { offset, length } = rangeOf(selection)
        expect(offset).toBeGreaterThanOrEqual(0)
        expect(offset + length).toBeLessThanOrEqual(total)
      }),
    )
  })
})

describe('go to', () => {
  it.each([
    ['72', 72, 1],
    ['0x48', 72, 1],
    [' 32 + 32 ', 32, 32],
    ['32-63', 32, 32],
    ['32–63', 32, 32],
    ['0x0-0xF', 0, 16],
    ['99', 99, 1],
  ])('%j is the bytes from %i, %i of them', (text, offset, length) => {
    expect(parseByteRange(text, 100)).toEqual({ ok: true, offset, length })
  })

  it.each([
    ['', /must be an offset/],
    ['-1', /must be an offset/],
    ['1.5', /must be an offset/],
    ['ten', /must be an offset/],
    ['100', /from byte 0 to 99, not 100/],
    ['9,999,999,999', /must be from byte 0 to 99/],
    ['90+11', /ends after the last byte, 99/],
    ['20-10', /range is empty/],
    ['20+0', /range is empty/],
  ])('%j is refused in words', (text, message) => {
    const read = parseByteRange(text, 100)
    expect(read).toMatchObject({ ok: false })
    expect(!read.ok && read.message).toMatch(message)
  })

  it('counts from the first byte of the whole data where a slice is loaded', () => {
    expect(parseByteRange('70', 10, 64)).toEqual({ ok: true, offset: 6, length: 1 })
    expect(parseByteRange('63', 10, 64)).toMatchObject({ ok: false, message: 'must be from byte 64 to 73, not 63' })
  })
})

it('a range is cut to the data, and one outside of it is none', () => {
  expect(selectRange(90, 20, 100)).toEqual({ anchor: 99, focus: 90 })
  expect(selectRange(100, 1, 100)).toBeNull()
  expect(selectRange(-1, 5, 100)).toBeNull()
  expect(selectRange(0, 0, 100)).toBeNull()
})
