import { describe, expect, test } from 'vitest'
import { sumText } from './list-summary'

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
