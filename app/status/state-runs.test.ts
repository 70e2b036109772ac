import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Verdict } from '@/lib/api/verdicts'
import type { VerdictPeriod } from '@/lib/status/history/contract'
import { verdictAt, verdictRuns } from './state-runs'

const HOUR = 3_600_000
const at = (ms: number) => new Date(ms).toISOString()
const period = (from: number, to: number, verdict: Verdict | null): VerdictPeriod => ({
  from: at(from),
  to: at(to),
  verdict,
})
const hour = { fromMs: 0, toMs: HOUR }

test('a time range without a period is one gap, and so is a part without one', () => {
  expect(verdictRuns([], hour)).toEqual([{ verdict: null, partly: false, start: 0, width: expect.closeTo(100) }])
  const runs = verdictRuns([period(HOUR / 2, HOUR, 'ok')], hour)
  expect(runs.map(({ verdict, start, width }) => [verdict, Math.round(start), Math.round(width)])).toEqual([
    [null, 0, 50],
    ['ok', 50, 50],
  ])
})

test('an incident of a second is seen in 90 days, at the edges too', () => {
  const days = { fromMs: 0, toMs: 90 * 24 * HOUR }
  const seen = (from: number) =>
    verdictRuns(
      [period(0, from, 'ok'), period(from, from + 1000, 'unreachable'), period(from + 1000, days.toMs, 'ok')],
      days,
    )
      .filter(({ verdict }) => verdict === 'unreachable')
      .map(({ width }) => width)
  for (const from of [0, 1_234_567_890, days.toMs - 1000]) expect(seen(from)).toEqual([expect.closeTo(100 / 300)])
})

test('a column that was ok for part of the time says so, a whole one does not', () => {
  const runs = verdictRuns([period(0, 6_000, 'ok'), period(6_000, 30_000, 'behind'), period(30_000, HOUR, 'ok')], hour)
  expect(runs.map(({ verdict, partly, width }) => [verdict, partly, Math.round(width * 3)])).toEqual([
    ['behind', true, 1],
    ['behind', false, 1],
    ['behind', true, 1],
    ['ok', false, 297],
  ])
})

test('ok never covers a gap, and nothing covers what is worse', () => {
  const day = { fromMs: 0, toMs: 24 * HOUR }
  const runs = verdictRuns([period(0, 60_000, 'ok'), period(60_000, 61_000, null), period(61_000, day.toMs, 'ok')], day)
  expect(runs[0]?.verdict).toBeNull()
})

test('a bar is whole and bounded, whatever the periods', () => {
  const verdict = fc.constantFrom<Verdict | null>(
    'ok',
    'degraded',
    'behind',
    'frozen',
    'unreachable',
    'limited',
    'unknown',
    null,
  )
  const parts = fc.array(fc.tuple(verdict, fc.integer({ min: 1, max: 10 * HOUR })), { maxLength: 1_000 })
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: HOUR }), (parts, fromMs) => {
      let time = 0
      const periods = parts.map(([verdict, ms]) => {
        time += ms
        return period(time - ms, time, verdict)
      })
      const runs = verdictRuns(periods, { fromMs, toMs: fromMs + 5 * HOUR })
      expect(runs.length).toBeLessThanOrEqual(300)
      expect(runs.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(100)
      runs.forEach((run, i) => {
        const { verdict, partly } = runs[i - 1] ?? {}
        expect({ verdict: run.verdict, partly: run.partly }).not.toEqual({ verdict, partly })
      })
    }),
    { numRuns: 50 },
  )
})

test('the verdict at a moment is that of its period', () => {
  const periods = [period(0, 10, 'ok'), period(10, 20, null), period(20, 30, 'behind')]
  expect([0, 9, 10, 20, 29, 30].map((ms) => verdictAt(periods, ms))).toEqual([
    'ok',
    'ok',
    null,
    'behind',
    'behind',
    null,
  ])
})
