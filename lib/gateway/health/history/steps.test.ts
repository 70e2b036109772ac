import { expect, test } from 'vitest'
import { MAX_HISTORY_POINTS } from '../../../rpc/history'
import { KEPT_SECONDS, stepSecondsFor } from './steps'

const HOUR_MS = 3_600_000

test.each([
  ['an hour', HOUR_MS, 360, 10],
  ['an hour that was read a second later', HOUR_MS + 1_000, 360, 10],
  ['a day', 24 * HOUR_MS, 360, 240],
  ['a week', 168 * HOUR_MS, 360, 1_800],
  ['30 days', 720 * HOUR_MS, 360, 7_200],
  ['90 days', 2_160 * HOUR_MS, 360, 21_600],
  ['90 days in one point', 2_160 * HOUR_MS, 1, 90 * 86_400],
  ['a moment', 1, 1_000, 1],
])('%s', (_, rangeMs, points, seconds) => {
  expect(stepSecondsFor(rangeMs, points, 1)).toBe(seconds)
})

test('every step is made up of the longest kept ones that are not longer, and never of many', () => {
  for (let rangeMs = 1_000; rangeMs <= 2_160 * HOUR_MS; rangeMs = Math.ceil(rangeMs * 1.07)) {
    const seconds = stepSecondsFor(rangeMs, MAX_HISTORY_POINTS, 1)
    const kept = KEPT_SECONDS.findLast((length) => length <= seconds) ?? 1
    expect(seconds % kept).toBe(0)
    expect(rangeMs / 1000 / seconds).toBeLessThanOrEqual(MAX_HISTORY_POINTS * 1.02)
    if (kept > 1) expect(rangeMs / 1000 / kept).toBeLessThan(5.1 * MAX_HISTORY_POINTS)
  }
})
