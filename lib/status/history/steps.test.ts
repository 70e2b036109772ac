import { expect, test } from 'vitest'
import { MAX_HISTORY_POINTS } from './contract'
import { type HistoryStep, mergeSteps, STORED_STEPS, stepSecondsFor } from './steps'

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
    const stored = STORED_STEPS.findLast((length) => length <= seconds) ?? 1
    expect(seconds % stored).toBe(0)
    expect(rangeMs / 1000 / seconds).toBeLessThanOrEqual(MAX_HISTORY_POINTS * 1.02)
    if (stored > 1) expect(rangeMs / 1000 / stored).toBeLessThan(5.1 * MAX_HISTORY_POINTS)
  }
})

const check = (at: number, more: Partial<HistoryStep> = {}): HistoryStep => ({
  at,
  samples: 1,
  answered: 1,
  slot: at,
  slotAt: at,
  lag: null,
  headAgeMs: null,
  latencyMs: 10,
  latencyMaxMs: 10,
  ...more,
})

test('a check at the edge of two steps lies in the later one, and steps without a check are left out', () => {
  const joined = mergeSteps([check(0), check(59_999), check(60_000), check(180_000)], 60)
  expect(joined.map(({ at, samples }) => [at, samples])).toEqual([
    [0, 2],
    [60_000, 1],
    [180_000, 1],
  ])
})

test('a step tells the last slot, the largest lag and age, and a latency that was really seen', () => {
  const latencies = (...values: number[]) =>
    values.map((latencyMs, i) => check(i, { latencyMs, latencyMaxMs: latencyMs }))
  expect(mergeSteps(latencies(50, 10), 60)).toMatchObject([{ latencyMs: 10, latencyMaxMs: 50 }])
  expect(mergeSteps(latencies(50, 10, 20), 60)).toMatchObject([{ latencyMs: 20, latencyMaxMs: 50 }])
  const [step] = mergeSteps(
    [
      check(0, { lag: 7, headAgeMs: 900 }),
      check(5_000, { lag: 9 }),
      check(10_000, { slot: null, slotAt: null, answered: 0, headAgeMs: 400 }),
    ],
    60,
  )
  expect(step).toMatchObject({ samples: 3, answered: 2, slot: 5_000, slotAt: 5_000, lag: 9, headAgeMs: 900 })
})
