import { expect, test } from 'vitest'
import type { HistoryPoint, StatusHistory } from '@/lib/status/history/contract'
import { secondsOf } from '@/lib/status/history/periods'
import { CHARTS, columnsOf, indexAt, lastValueText, rangeOf, valueText } from './series'

const STEP = 10
const START = Date.UTC(2026, 10, 20)

const timeOf = (i: number) => new Date(START + i * STEP * 1000).toISOString()

function point(i: number, over: Partial<HistoryPoint> = {}): HistoryPoint {
  return {
    at: timeOf(i),
    samples: 2,
    answered: 2,
    slot: 1_000 + i * 25,
    slotsPerSecond: i === 0 ? null : 2.5,
    lag: null,
    headAgeSeconds: null,
    latencyMs: 3,
    latencyMaxMs: 5,
    ...over,
  }
}

/** `[from, to]` in steps. */
function history(points: HistoryPoint[], ...gaps: [number, number][]): StatusHistory {
  return {
    network: 'devnet',
    from: new Date(START).toISOString(),
    to: new Date(START + 3_600_000).toISOString(),
    stepSeconds: STEP,
    points,
    periods: gaps.map(([from, to]) => ({ from: timeOf(from), to: timeOf(to), verdict: null })),
    incidents: [],
    notes: [],
    seconds: secondsOf([]),
    recordedBy: 'this',
    oldest: null,
  }
}

const kind = (id: string) => {
  const found = CHARTS.find((each) => each.id === id)
  if (!found) throw new Error(id)
  return found
}

test('no look, no line; one look, one point', () => {
  expect(columnsOf(history([]))).toMatchObject({ at: [], drift: [], pace: null })
  const one = columnsOf(history([point(0)]))
  expect(one).toMatchObject({ at: [START / 1000], drift: [0], speed: [null], latency: [3], pace: null })
})

test('a gap breaks every line once, however long it is', () => {
  const columns = columnsOf(
    history([point(0), point(1), point(300), point(301)], [1.5, 200], [250, 299.5], [301.5, 360]),
  )
  expect(columns.at.map((time) => (time - START / 1000) / STEP)).toEqual([0, 1, 1.5, 300, 301, 301.5])
  expect(columns.points.map((step) => step === null)).toEqual([false, false, true, false, false, true])
  for (const name of ['drift', 'speed', 'latency'] as const) expect(columns[name][2]).toBeNull()
})

test('a gap shorter than a step breaks nothing, nor does one that is over', () => {
  const columns = columnsOf(history([point(0), point(1), point(2)], [0.2, 0.7], [1.1, 1.9], [2.1, 2.9]))
  expect(columns.points).not.toContain(null)
})

test('checks that are further apart than steps make one line', () => {
  const columns = columnsOf(history([point(0), point(6), point(12)], [-10, 0]))
  expect(columns.points).not.toContain(null)
  expect(columns.at).toHaveLength(3)
})

test('a slot that keeps its pace is level; one that stands falls by the pace; one that catches up rises', () => {
  const slots = [0, 25, 50, 50, 50, 100, 150, 175, 200].map((ahead, i, all) =>
    point(i, { slot: 1_000 + ahead, slotsPerSecond: i === 0 ? null : (ahead - (all[i - 1] ?? 0)) / STEP }),
  )
  const { drift, pace } = columnsOf(history(slots))
  expect(pace).toBe(2.5)
  expect(drift).toEqual([0, 0, 0, -25, -50, -25, 0, 0, 0])
})

test('the current step, whose last check is not at its end, is no fall', () => {
  const under = point(3, { slot: 1_000 + 2 * 25 + 10, slotsPerSecond: 2.5 })
  expect(columnsOf(history([point(0), point(1), point(2), under])).drift.at(-1)).toBeCloseTo(0)
})

test('what happened in a gap is not made up: the line goes on level', () => {
  const after = point(30, { slot: 1_000 + 25 + 40, slotsPerSecond: null })
  expect(columnsOf(history([point(0), point(1), after], [2, 30])).drift).toEqual([0, 0, null, 0])
})

test('a slot that never moved has no pace and is level', () => {
  const still = [0, 1, 2].map((i) => point(i, { slot: 7, slotsPerSecond: i === 0 ? null : 0 }))
  expect(columnsOf(history(still))).toMatchObject({ pace: null, drift: [0, 0, 0] })
})

test('a chart begins at zero, a drift lies around it, and neither makes much of little', () => {
  const columns = columnsOf(history([point(0), point(1, { latencyMaxMs: 400 })]))
  expect(rangeOf(kind('latency'), columns)).toEqual([0, expect.closeTo(432)])
  expect(rangeOf(kind('drift'), columns)).toEqual([-25, 25])
  expect(rangeOf(kind('lag'), columns)).toBeNull()
  expect(rangeOf(kind('speed'), columns)?.[0]).toBe(0)
})

test('a moment belongs to the step that holds it, and to none in a gap', () => {
  const columns = columnsOf(history([point(0), point(1), point(5)], [2, 5]))
  const at = (seconds: number) => indexAt(columns, START + seconds * 1000)
  expect([-1, 0, 9, 10, 19].map(at)).toEqual([null, 0, 0, 1, 1])
  expect([20, 35, 49].map(at)).toEqual([null, null, null])
  expect([50, 59, 60].map(at)).toEqual([3, 3, 3])
})

test('an old value never passes for the present one', () => {
  const columns = columnsOf(history([point(0, { lag: 57 }), point(1)]))
  expect(valueText(kind('lag'), columns, 0)).toBe('57 slots')
  expect(lastValueText(kind('lag'), columns)).toBe('no value')
  expect(lastValueText(kind('latency'), columns)).toBe('3 ms, max 5 ms')
  expect(valueText(kind('lag'), columns, null)).toBe('no data')
})
