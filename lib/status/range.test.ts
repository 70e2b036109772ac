import { expect, test } from 'vitest'
import { defaultRange, isoSeconds, parseTime, RETENTION_MS, timeRangeOf } from './range'

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
  const read = parseTime(text)
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
