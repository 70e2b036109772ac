import { describe, expect, test } from 'vitest'
import { retryAfter } from './limit-headers'

describe('Retry-After', () => {
  const now = Date.parse('2026-11-20T10:00:00Z')
  test.each([
    [{ 'retry-after': '2' }, 2_000],
    [{ 'retry-after': ' 1.5 ' }, 1_500],
    [{ 'retry-after': '999999' }, 60_000],
    [{ 'retry-after': '-5' }, 1_000],
    [{ 'retry-after': '0' }, 1_000],
    [{ 'retry-after': 'abc' }, null],
    [{}, null],
    [{ 'retry-after': 'Fri, 20 Nov 2026 10:00:05 GMT' }, 5_000],
    // The indexer's clock is an hour ahead: the delay is relative to its own Date.
    [{ 'retry-after': 'Fri, 20 Nov 2026 11:00:05 GMT', date: 'Fri, 20 Nov 2026 11:00:00 GMT' }, 5_000],
  ])('%o is %s ms', (headers, expected) => {
    expect(retryAfter(headers, now)).toBe(expected)
  })
})
