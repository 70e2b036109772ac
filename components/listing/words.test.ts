import { describe, expect, test } from 'vitest'
import { rowsText } from './words'

describe('which rows a page shows', () => {
  test('of how many, where the end of the list is known; of at least as many where more may be missing', () => {
    expect(rowsText(50, 50, { total: 1_137, complete: true })).toBe('Rows 51–100 of 1,137')
    expect(rowsText(0, 1, { total: 1, complete: true })).toBe('Row 1 of 1')
    expect(rowsText(0, 50, { total: 137, complete: null })).toBe('Rows 1–50 of at least 137')
    expect(rowsText(0, 50, { complete: null })).toBe('Rows 1–50')
    expect(rowsText(null, 50, { complete: null })).toBe('50 rows')
    expect(rowsText(0, 0, { total: 0, complete: true })).toBe('No rows')
  })
})
