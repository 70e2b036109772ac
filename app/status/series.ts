import { formatSpan } from '@/lib/format/block-time'
import { LOCALE } from '@/lib/format/numbers'
import type { HistoryPoint, StatusHistory, VerdictPeriod } from '@/lib/status/history/contract'

/** null: unknown, and once in every gap, so that lines break. */
export type Values = (number | null)[]

export interface Columns {
  /** Unix seconds. */
  at: number[]
  points: (HistoryPoint | null)[]
  /** Slots ahead of or behind a steady pace. */
  drift: Values
  speed: Values
  headAge: Values
  lag: Values
  latency: Values
  latencyMax: Values
  /** Slots per second; null: the slot never moved. */
  pace: number | null
}

export function columnsOf({ points, periods, stepSeconds }: StatusHistory): Columns {
  const steps: (HistoryPoint | null)[] = []
  const at: number[] = []
  const gaps = gapsIn(periods, stepSeconds)
  let next = 0
  const breakBefore = (time: number) => {
    const last = at.at(-1)
    const first = gaps.findIndex((begin, i) => i >= next && begin > (last ?? begin) && begin < time)
    const begin = gaps[first]
    if (begin !== undefined) {
      at.push(begin)
      steps.push(null)
      next = first + 1
    }
  }
  for (const point of points) {
    const time = Date.parse(point.at) / 1000
    breakBefore(time)
    at.push(time)
    steps.push(point)
  }
  const end = periods.at(-1)
  if (end?.verdict === null) breakBefore(Date.parse(end.to) / 1000)
  const pace = paceOf(points)
  const column = (of: (point: HistoryPoint) => number | null): Values => steps.map((step) => step && of(step))
  return {
    at,
    points: steps,
    drift: driftOf(steps, at, pace ?? 0),
    speed: column((step) => step.slotsPerSecond),
    headAge: column((step) => step.headAgeSeconds),
    lag: column((step) => step.lag),
    latency: column((step) => step.latencyMs),
    latencyMax: column((step) => step.latencyMaxMs),
    pace,
  }
}

/**
 * Unix seconds. A step without a check is not a gap, since checks may be further apart than steps; a gap shorter than a step
 * cannot be drawn.
 */
function gapsIn(periods: readonly VerdictPeriod[], stepSeconds: number): number[] {
  return periods.flatMap(({ verdict, from, to }) => {
    const isGap = verdict === null && Date.parse(to) - Date.parse(from) >= stepSeconds * 1000
    return isGap ? Date.parse(from) / 1000 : []
  })
}

/** The median, which standstills and catching up do not shift. */
function paceOf(points: readonly HistoryPoint[]): number | null {
  const speeds = points.flatMap(({ slotsPerSecond }) => (slotsPerSecond ? slotsPerSecond : [])).sort((a, b) => a - b)
  return speeds[Math.floor(speeds.length / 2)] ?? null
}

/** Distance from a line of the usual pace: a plain slot plot hardly shows an hour of standstill. */
function driftOf(steps: readonly (HistoryPoint | null)[], at: readonly number[], pace: number): Values {
  let last: { slot: number; at: number; drift: number } | null = null
  return steps.map((step, i) => {
    if (!step || step.slot === null) return null
    const time = at[i] ?? 0
    if (last === null) {
      last = { slot: step.slot, at: time, drift: 0 }
      return 0
    }
    const gained = step.slot - last.slot
    // The last check of a step is not at its end, so the elapsed time is derived from the speed. A gap leaves the line level.
    const speed = step.slotsPerSecond ?? pace
    const passed = speed > 0 ? gained / speed : time - last.at
    last = { slot: step.slot, at: time, drift: last.drift + gained - pace * passed }
    return last.drift
  })
}

type Drawn = 'drift' | 'speed' | 'headAge' | 'lag' | 'latency' | 'latencyMax'

export interface ChartKind {
  id: 'drift' | 'speed' | 'headAge' | 'lag' | 'latency'
  title: string
  draws: readonly [Drawn, ...Drawn[]]
  format(value: number): string
  tick(value: number): string
  none: string
  /** The smallest range that is drawn: smaller changes look level. */
  least: number
}

const WHOLE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
const SIGNED = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0, signDisplay: 'exceptZero' })
const SHORT = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 })

export const CHARTS: readonly ChartKind[] = [
  {
    id: 'drift',
    title: 'Slots ahead or behind expected',
    draws: ['drift'],
    format: (value) => `${SIGNED.format(value)} slots`,
    tick: (value) => SHORT.format(value),
    none: 'No slot in this range.',
    least: 50,
  },
  {
    id: 'speed',
    title: 'Speed',
    draws: ['speed'],
    format: (value) => `${value.toFixed(2)} slots/s`,
    tick: (value) => SHORT.format(value),
    none: 'No two consecutive slots in this range.',
    least: 1,
  },
  {
    id: 'headAge',
    title: 'Data age',
    draws: ['headAge'],
    format: formatAge,
    tick: (value) => formatSpan(Math.round(value)),
    none: 'No data age in this range: it needs a transaction with a known block time.',
    least: 30,
  },
  {
    id: 'lag',
    title: 'Lag',
    draws: ['lag'],
    format: (value) => `${WHOLE.format(value)} slots`,
    tick: (value) => SHORT.format(value),
    none: 'No lag in this range: healthy indexers do not report one.',
    least: 20,
  },
  {
    id: 'latency',
    title: 'Check latency',
    draws: ['latency', 'latencyMax'],
    format: (value) => `${WHOLE.format(value)} ms`,
    tick: (value) => `${SHORT.format(value)}`,
    none: 'No check finished in this range.',
    least: 20,
  },
]

function formatAge(seconds: number): string {
  return `about ${formatSpan(Math.round(seconds))}`
}

export function rangeOf(kind: ChartKind, columns: Columns): [low: number, high: number] | null {
  let [low, high] = [0, 0]
  let known = false
  for (const name of kind.draws) {
    for (const value of columns[name]) {
      if (value === null) continue
      known = true
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  }
  if (!known) return null
  const missing = Math.max(0, kind.least - (high - low))
  // Drift is around zero; all others begin at zero.
  if (kind.id === 'drift') return [low - missing / 2 - (high - low) * 0.08, high + missing / 2 + (high - low) * 0.08]
  return [low, (high + missing) * 1.08]
}

export function indexAt({ at, points }: Columns, ms: number): number | null {
  const after = at.findIndex((seconds) => seconds * 1000 > ms)
  const index = (after === -1 ? at.length : after) - 1
  return points[index] ? index : null
}

export function valueText(kind: ChartKind, columns: Columns, index: number | null): string {
  if (index === null) return 'no data'
  const [main, finer] = kind.draws.map((name) => columns[name][index] ?? null)
  if (main === null || main === undefined) return 'no value'
  return finer === null || finer === undefined ? kind.format(main) : `${kind.format(main)}, max ${kind.format(finer)}`
}

/** Not older ones, which would pass for the present. */
export function lastValueText(kind: ChartKind, columns: Columns): string {
  return valueText(kind, columns, columns.at.length - 1)
}

export function summaryText(kind: ChartKind, columns: Columns): string {
  const values = kind.draws.flatMap((name) => columns[name]).filter((value) => value !== null)
  if (values.length === 0) return kind.none
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return `${kind.format(least)} to ${kind.format(most)}, last ${lastValueText(kind, columns)}`
}
