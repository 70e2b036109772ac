import { expect, test } from 'vitest'
import type { HistoryPoint, StatusHistory } from '@/lib/status/history/contract'
import { secondsOf } from '@/lib/status/history/periods'
import { CHARTS, columnsOf, highestOf, indexAt, lastValueText, valueText } from './series'

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

const kind = (title: string) => {
  const found = CHARTS.find((each) => each.title === title)
  if (!found) throw new Error(title)
  return found
}

test('no look, no line; one look, one point', () => {
  expect(columnsOf(history([]))).toMatchObject({ at: [], speed: [] })
  const one = columnsOf(history([point(0)]))
  expect(one).toMatchObject({ at: [START / 1000], speed: [null], latency: [3] })
})

test('a gap breaks every line once, however long it is', () => {
  const columns = columnsOf(
    history([point(0), point(1), point(300), point(301)], [1.5, 200], [250, 299.5], [301.5, 360]),
  )
  expect(columns.at.map((time) => (time - START / 1000) / STEP)).toEqual([0, 1, 1.5, 250, 300, 301, 301.5])
  expect(columns.points.map((step) => step === null)).toEqual([false, false, true, true, false, false, true])
  for (const name of ['speed', 'latency'] as const) expect(columns[name][2]).toBeNull()
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

test('a chart begins at zero and makes nothing much of little', () => {
  const columns = columnsOf(history([point(0), point(1, { latencyMaxMs: 400 })]))
  expect(highestOf(kind('Check latency'), columns)).toBeCloseTo(432)
  expect(highestOf(kind('Lag'), columns)).toBeNull()
  expect(highestOf(kind('Lag'), columnsOf(history([point(0, { lag: 1 })])))).toBeCloseTo(21.6)
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
  expect(valueText(kind('Lag'), columns, 0)).toBe('57 slots')
  expect(lastValueText(kind('Lag'), columns)).toBe('no value')
  expect(lastValueText(kind('Check latency'), columns)).toBe('3 ms, max 5 ms')
  expect(valueText(kind('Lag'), columns, null)).toBe('no data')
})
