import { expect, test } from 'vitest'
import { createdText, isCreatedIn, readMoment } from './created'

const NOW = Date.UTC(2026, 10, 20, 12) / 1_000

test.each([
  ['0', { is: 'slot', at: 0 }],
  ['418890000', { is: 'slot', at: 418_890_000 }],
  ['90s', { is: 'time', at: NOW - 90 }],
  ['1h', { is: 'time', at: NOW - 3_600 }],
  ['7d', { is: 'time', at: NOW - 7 * 86_400 }],
  ['2026-11-20', { is: 'time', at: NOW - 12 * 3_600 }],
  ['2026-11-20T10:05Z', { is: 'time', at: NOW - 115 * 60 }],
  ['2026-11-20 10:05:41', { is: 'time', at: NOW - 115 * 60 + 41 }],
])('%s is read', (text, moment) => {
  expect(readMoment(text, NOW)).toEqual({ ...moment, text })
})

test.each([
  '',
  '-1',
  '1.5',
  '1 h',
  'h',
  '1y',
  '1e3',
  '99999999999999999',
  '2026-02-30',
  '2026-11-20T24:00',
  '2026-11-20T10',
  '2026-11-20T10:05+02:00',
  'yesterday',
  '20.11.2026',
])('%j is refused', (text) => expect(readMoment(text, NOW)).toBeNull())

test('since is inclusive, until is not', () => {
  const range = { since: 5, until: 9 }
  expect([4, 5, 8, 9].map((slot) => isCreatedIn(slot, range))).toEqual([false, true, true, false])
  expect([0, 8, 9].map((slot) => isCreatedIn(slot, { since: null, until: 9 }))).toEqual([true, true, false])
  expect(createdText({ since: 5_000, until: null })).toBe('created since slot 5,000')
  expect(createdText({ since: 5_000, until: 9_000 })).toBe('created since slot 5,000 and before slot 9,000')
})
