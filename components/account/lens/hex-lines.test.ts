import { describe, expect, test } from 'vitest'
import { drawnLines, scrollTo, stateOfLine } from './hex-lines'

const GRID = { width: 16, total: 40 }

const selected = (anchor: number, focus: number) =>
  [0, 1, 2].map((index) => {
    const { from, to } = stateOfLine(index, GRID, { anchor, focus }, [])
    return from === -1 ? null : [from, to]
  })

describe('the selection in a line', () => {
  test('is cut to the line, and ends and begins with the very first and last byte of one', () => {
    expect(selected(3, 5)).toEqual([[3, 5], null, null])
    expect(selected(15, 16)).toEqual([[15, 15], [16, 16], null])
    expect(selected(10, 32)).toEqual([
      [10, 15],
      [16, 31],
      [32, 32],
    ])
    expect(selected(0, 39)).toEqual([
      [0, 15],
      [16, 31],
      [32, 39],
    ])
  })
})

test('a line bears the marks of its own bytes, the last line of as many as there are', () => {
  const marks = [{ offset: 14, length: 4, tone: 7 }]
  const tones = [0, 1, 2].map((index) => stateOfLine(index, GRID, { anchor: 0, focus: 0 }, marks).tones)
  expect(tones).toEqual([`${'.'.repeat(14)}11`, `11${'.'.repeat(14)}`, '.'.repeat(8)])
})

describe('of many lines', () => {
  test('those that are seen are drawn, and a few around them', () => {
    expect(drawnLines({ top: 0, height: 100, line: 20 }, 65_536)).toEqual({ first: 0, end: 9, most: 15 })
    expect(drawnLines({ top: 1_000, height: 100, line: 20 }, 65_536)).toEqual({ first: 46, end: 59, most: 15 })
    expect(drawnLines({ top: 1_310_620, height: 100, line: 20 }, 65_536)).toMatchObject({ first: 65_527, end: 65_536 })
  })

  test('a line that is seen in part counts, and never more are drawn than there are elements for', () => {
    for (let top = 0; top < 200; top += 7) {
      const { first, end, most } = drawnLines({ top, height: 90, line: 20 }, 1_000)
      expect(first * 20).toBeLessThanOrEqual(top)
      expect(end * 20).toBeGreaterThanOrEqual(top + 90)
      expect(end - first).toBeLessThanOrEqual(most)
    }
  })

  test('the cursor’s line is brought into sight by the shortest way, and nothing moves where it is seen', () => {
    const sight = { top: 100, height: 60, line: 20 }
    expect(scrollTo(5, sight)).toBe(100)
    expect(scrollTo(7, sight)).toBe(100)
    expect(scrollTo(4, sight)).toBe(80)
    expect(scrollTo(8, sight)).toBe(120)
  })
})
