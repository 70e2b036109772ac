import { describe, expect, it, test } from 'vitest'
import { accepted, refusal } from '@/lib/testing/read-url'
import {
  defaultRange,
  isoSeconds,
  RANGES,
  RETENTION_MS,
  rangesAround,
  readStatusUrl,
  readTime,
  timeRangeOf,
} from './address'

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each<[string, string | null]>([
  ['2026-11-20T10:02:05Z', '2026-11-20T10:02:05Z'],
  ['2026-11-20T10:02:05.789Z', '2026-11-20T10:02:05Z'],
  ['2026-11-20T10:02', '2026-11-20T10:02:00Z'],
  ['2026-11-20T10:02:05', '2026-11-20T10:02:05Z'],
  ['2026-02-30T10:02:05Z', null],
  ['2026-13-01T10:02:05Z', null],
  ['2026-11-20T25:02:05Z', null],
  ['2026-11-20T10:02:05+01:00', null],
  ['2026-11-20', null],
  ['1763632925', null],
  ['', null],
])('the time %s is read as %s', (text, iso) => {
  const read = readTime(text)
  expect(read === null ? null : isoSeconds(read)).toBe(iso)
})

test('a page begins with the shortest range that holds all that is recorded, and with a day at most', () => {
  const ago = (ms: number) => new Date(NOW - ms).toISOString()
  expect(defaultRange(null, NOW)).toBe('5m')
  expect(defaultRange(ago(5 * MINUTE), NOW)).toBe('5m')
  expect(defaultRange(ago(5 * MINUTE + 1), NOW)).toBe('15m')
  expect(defaultRange(ago(HOUR), NOW)).toBe('1h')
  expect(defaultRange(ago(HOUR + 1), NOW)).toBe('6h')
  expect(defaultRange(ago(7 * HOUR), NOW)).toBe('24h')
  expect(defaultRange(ago(RETENTION_MS), NOW)).toBe('24h')
})

test('a range ends with the present at the latest and is never empty', () => {
  expect(timeRangeOf({ last: '1h' }, NOW)).toEqual({ fromMs: NOW - HOUR, toMs: NOW })
  expect(timeRangeOf({ fromMs: NOW - HOUR, toMs: NOW + HOUR }, NOW)).toEqual({ fromMs: NOW - HOUR, toMs: NOW })
  expect(timeRangeOf({ fromMs: NOW, toMs: NOW + HOUR }, NOW)).toEqual({ fromMs: NOW, toMs: NOW + 1000 })
})

test('the ranges around one keep its width and stay within what is kept', () => {
  const at = { fromMs: NOW - 2 * HOUR, toMs: NOW - HOUR }
  expect(rangesAround(at, NOW)).toEqual({
    earlier: { fromMs: NOW - 3 * HOUR, toMs: NOW - 2 * HOUR },
    later: { fromMs: NOW - HOUR, toMs: NOW },
    wider: { fromMs: NOW - 2.5 * HOUR, toMs: NOW - 0.5 * HOUR },
    closer: { fromMs: NOW - 1.75 * HOUR, toMs: NOW - 1.25 * HOUR },
  })
  const last = rangesAround({ fromMs: NOW - HOUR, toMs: NOW }, NOW)
  expect(last.later).toBeNull()
  expect(last.wider).toEqual({ fromMs: NOW - 2 * HOUR, toMs: NOW })
  const all = rangesAround({ fromMs: NOW - RANGES['90d'] * 1000, toMs: NOW }, NOW)
  expect(all).toMatchObject({ earlier: null, later: null, wider: null })
  expect(rangesAround({ fromMs: NOW - 15_000, toMs: NOW }, NOW).closer).toBeNull()
})

describe("the status page's URL", () => {
  const now = Date.UTC(2026, 10, 20, 12)

  it.each<[Record<string, string | string[]>, string[]]>([
    [{ range: '2h' }, ['range must be one of 5m, 15m, 1h, 6h, 24h, 7d, 30d, 90d']],
    [{ range: ['1h', '6h'] }, ['range must be given once']],
    [
      { from: '2026-11-20T10:00:00Z' },
      ['to is missing: from and to are required together, each a time in UTC such as 2026-11-20T10:00:00Z'],
    ],
    [
      { from: 'yesterday', to: '2026-11-20' },
      [
        'from must be a time in UTC such as 2026-11-20T10:00:00Z',
        'to must be a time in UTC such as 2026-11-20T10:00:00Z',
      ],
    ],
    [{ from: '2026-11-20T10:00:00Z', to: '2026-11-20T09:00:00Z' }, ['to must be at least 10 s after from']],
    [
      { from: '2026-11-20T12:00:01Z', to: '2026-11-20T13:00:00Z' },
      ['from must not be in the future: it is 2026-11-20T12:00:00Z'],
    ],
    [{ from: '2026-01-01T00:00Z', to: '2026-11-20T00:00Z' }, ['from must be at most 90 days before to']],
    [
      { range: '1h', from: '2026-11-20T10:00:00Z', to: '2026-11-20T11:00:00Z' },
      ['range must be absent where from and to are given'],
    ],
  ])('%j is refused', (search, words) => {
    expect(refusal(readStatusUrl(search, now))).toEqual(words)
  })

  it('needs no range, and takes what a form sends', () => {
    expect(accepted(readStatusUrl({ range: '', from: '', to: '' }, now))).toBeNull()
    const read = accepted(readStatusUrl({ from: '2026-11-20T10:00', to: '2026-11-20T11:00' }, now))
    expect(read).toEqual({ fromMs: now - 7_200_000, toMs: now - 3_600_000 })
  })

  it('takes a range that goes on beyond the present', () => {
    const read = accepted(readStatusUrl({ from: '2026-11-20T10:00:00Z', to: '2026-11-21T00:00:00Z' }, now))
    expect(read).toEqual({ fromMs: now - 7_200_000, toMs: now + 43_200_000 })
  })
})
