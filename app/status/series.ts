import { formatSpan } from '@/lib/format/block-time'
import { LOCALE } from '@/lib/format/numbers'
import type { HistoryPoint, StatusHistory, VerdictPeriod } from '@/lib/status/history/contract'

/** Values of one series, one for each time; null where they are not known, and once in every gap, so that lines break. */
export type Values = (number | null)[]

/** What the charts draw of a history. Arrays of one length. */
export interface Columns {
  /** Unix seconds. */
  at: number[]
  /** The steps themselves; null in a gap. */
  points: (HistoryPoint | null)[]
  /** Slots more or fewer than a steady pace would have given. */
  drift: Values
  speed: Values
  headAge: Values
  lag: Values
  latency: Values
  latencyMax: Values
  /** The steady pace: slots a second; null where the slot was never seen to move. */
  pace: number | null
}

/** A history as columns of figures. */
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
 * When gaps begin (Unix seconds). A step without a check is not a gap by itself, since checks may be further
 * apart than steps; and what is shorter than a step cannot be drawn at this scale.
 */
function gapsIn(periods: readonly VerdictPeriod[], stepSeconds: number): number[] {
  return periods.flatMap(({ verdict, from, to }) => {
    const isGap = verdict === null && Date.parse(to) - Date.parse(from) >= stepSeconds * 1000
    return isGap ? Date.parse(from) / 1000 : []
  })
}

/** The usual pace while the slot moves: the median, which standstills and catching up do not pull along. */
function paceOf(points: readonly HistoryPoint[]): number | null {
  const speeds = points.flatMap(({ slotsPerSecond }) => (slotsPerSecond ? slotsPerSecond : [])).sort((a, b) => a - b)
  return speeds[Math.floor(speeds.length / 2)] ?? null
}

/**
 * How far the slot is from a straight line of the usual pace. A slot over time is one steep line in which an hour of
 * standstill is hardly seen; the distance from it falls at once, and rises while the indexer catches up.
 */
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
    // The last check of a step, above all of the current one, is not at its end: derive the time passed from the speed.
    // Across a gap nothing is known, and the line stays level.
    const speed = step.slotsPerSecond ?? pace
    const passed = speed > 0 ? gained / speed : time - last.at
    last = { slot: step.slot, at: time, drift: last.drift + gained - pace * passed }
    return last.drift
  })
}

/** Columns that a chart may draw. */
type Drawn = 'drift' | 'speed' | 'headAge' | 'lag' | 'latency' | 'latencyMax'

/** A chart: its title, the columns it draws, how its values are formatted. */
export interface ChartKind {
  id: 'drift' | 'speed' | 'headAge' | 'lag' | 'latency'
  title: string
  /** Drawn in this order; the last one is the finer line. */
  draws: readonly [Drawn, ...Drawn[]]
  /** A value in words, with its unit. */
  format(value: number): string
  /** A value at the axis, as short as it can be. */
  tick(value: number): string
  /** Shown when no value is known in the whole range. */
  none: string
  /** The smallest range of values that is drawn: what moves less is drawn level. */
  least: number
}

const WHOLE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
const SIGNED = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0, signDisplay: 'exceptZero' })
const SHORT = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 })

/** The charts of /status, in their order on the page. */
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

/** The range of values that a chart draws: from zero, or around it; null where it has none. */
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
  // A drift swings to both sides; everything else begins at zero.
  if (kind.id === 'drift') return [low - missing / 2 - (high - low) * 0.08, high + missing / 2 + (high - low) * 0.08]
  return [low, (high + missing) * 1.08]
}

/** The index of the step that holds a moment; null in a gap. */
export function indexAt({ at, points }: Columns, ms: number): number | null {
  const after = at.findIndex((seconds) => seconds * 1000 > ms)
  const index = (after === -1 ? at.length : after) - 1
  return points[index] ? index : null
}

/** A chart's values at an index: `3 ms, max 12 ms`. */
export function valueText(kind: ChartKind, columns: Columns, index: number | null): string {
  if (index === null) return 'no data'
  const [main, finer] = kind.draws.map((name) => columns[name][index] ?? null)
  if (main === null || main === undefined) return 'no value'
  return finer === null || finer === undefined ? kind.format(main) : `${kind.format(main)}, max ${kind.format(finer)}`
}

/** A chart's values at its end: not older ones, which would pass for the present. */
export function lastValueText(kind: ChartKind, columns: Columns): string {
  return valueText(kind, columns, columns.at.length - 1)
}

/** A chart in words, for whoever does not see it. */
export function summaryText(kind: ChartKind, columns: Columns): string {
  const values = kind.draws.flatMap((name) => columns[name]).filter((value) => value !== null)
  if (values.length === 0) return kind.none
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return `${kind.format(least)} to ${kind.format(most)}, last ${lastValueText(kind, columns)}`
}
