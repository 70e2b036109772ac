import { describe, expect, test } from 'vitest'
import { rowsText, sumText } from './count'

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

describe('the sum of a list', () => {
  const lamports = 2n ** 64n + 1n

  test('is exact beyond u64, a total only where every row is in it', () => {
    const sum = { rows: 137, lamports }
    expect(sumText({ sum, total: 137, complete: true })).toBe('Total 18,446,744,073.709551617 SOL')
    expect(sumText({ sum, total: 137, complete: null })).toBe('At least 18,446,744,073.709551617 SOL')
    expect(sumText({ sum, complete: null })).toBe('At least 18,446,744,073.709551617 SOL')
    expect(sumText({ sum, total: 200, complete: true })).toBe('At least 18,446,744,073.709551617 SOL')
  })

  test('of one mint is in base units; of one row there is none', () => {
    const tokens = { mint: 'mint', amount: lamports }
    expect(sumText({ sum: { rows: 2, tokens }, total: 2, complete: true })).toBe(
      'Total 18,446,744,073,709,551,617 base units',
    )
    expect(sumText({ sum: { rows: 1, tokens }, total: 1, complete: true })).toBeNull()
    expect(sumText({ complete: true, total: 5 })).toBeNull()
  })
})
