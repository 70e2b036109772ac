import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesWords, queryWords } from './row-match'

function finds(query: string, ...texts: unknown[]): boolean {
  return matchesWords(texts, queryWords(query))
}

describe('the quick filter', () => {
  it('finds every digit of an integer beyond 2^53, as digits and as pages show it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
        expect(finds(String(value), value)).toBe(true)
        expect(finds(value.toLocaleString('en-US'), value)).toBe(true)
        expect(finds(String(value + 1n), value)).toBe(false)
      }),
    )
    expect(finds('9007199254740993', 9_007_199_254_740_992)).toBe(false)
  })

  it('finds identifiers by any part, whatever the case', () => {
    expect(finds('mbvrw', null, 'smt2rJAFdyJJupwMKAqTNAJwvjhmiZ4JYGZmbVRw1Ho')).toBe(true)
    expect(finds('mbvrx', 'smt2rJAFdyJJupwMKAqTNAJwvjhmiZ4JYGZmbVRw1Ho')).toBe(false)
  })

  it('wants every word, each in any of the texts', () => {
    expect(finds(' abc  12 ', 'xabcx', 3_125)).toBe(true)
    expect(finds('abc 13', 'xabcx', 3_125)).toBe(false)
    expect(finds('abc125', 'xabc', 125)).toBe(false)
  })

  it('does not find what a row does not have', () => {
    expect(finds('null', null)).toBe(false)
    expect(finds('undefined', undefined)).toBe(false)
  })

  it('has no words for nothing typed', () => {
    expect(queryWords(' \t ')).toEqual([])
  })
})
