import type { HistoryPoint, StatusHistory, VerdictPeriod } from '@/lib/api/history'
import { formatSpan } from '@/lib/format/block-time'
import { LOCALE } from '@/lib/format/integers'

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
 * When gaps begin (Unix seconds). Steps without a look are none by themselves, since looks may be further apart than
 * steps; and what is shorter than a step cannot be drawn at this scale.
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
    // The last look of a step, most of all of the one under way, is not at its end: the speed tells the time that passed.
    // Across a gap nothing is known, and the line goes on level.
    const speed = step.slotsPerSecond ?? pace
    const passed = speed > 0 ? gained / speed : time - last.at
    last = { slot: step.slot, at: time, drift: last.drift + gained - pace * passed }
    return last.drift
  })
}

/** Columns that a chart may draw. */
type Drawn = 'drift' | 'speed' | 'headAge' | 'lag' | 'latency' | 'latencyMax'

/** A chart: what it is called, which columns it draws, how its values are said. */
export interface ChartKind {
  id: 'drift' | 'speed' | 'headAge' | 'lag' | 'latency'
  title: string
  /** Drawn in this order; the last one is the finer line. */
  draws: readonly [Drawn, ...Drawn[]]
  /** A value in words, with its unit. */
  say(value: number): string
  /** A value at the axis, as short as it can be. */
  tick(value: number): string
  /** What is written where no value is known in the whole stretch. */
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
    title: 'Slot against a steady pace',
    draws: ['drift'],
    say: (value) => `${SIGNED.format(value)} slots`,
    tick: (value) => SHORT.format(value),
    none: 'No slot was seen in this stretch.',
    least: 50,
  },
  {
    id: 'speed',
    title: 'Speed',
    draws: ['speed'],
    say: (value) => `${value.toFixed(2)} slots/s`,
    tick: (value) => SHORT.format(value),
    none: 'No two slots were seen in a row in this stretch.',
    least: 1,
  },
  {
    id: 'headAge',
    title: 'Age of the newest indexed slot',
    draws: ['headAge'],
    say: sayAge,
    tick: (value) => formatSpan(Math.round(value)),
    none: 'No age of the head was reckoned in this stretch: that takes a signature whose time is known.',
    least: 30,
  },
  {
    id: 'lag',
    title: 'Lag behind the chain',
    draws: ['lag'],
    say: (value) => `${WHOLE.format(value)} slots`,
    tick: (value) => SHORT.format(value),
    none: 'No lag was named in this stretch: an indexer that calls itself healthy names none.',
    least: 20,
  },
  {
    id: 'latency',
    title: 'Latency of the looks',
    draws: ['latency', 'latencyMax'],
    say: (value) => `${WHOLE.format(value)} ms`,
    tick: (value) => `${SHORT.format(value)}`,
    none: 'No look ended in this stretch.',
    least: 20,
  },
]

function sayAge(seconds: number): string {
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

/** The place that holds at a moment; null in a gap. */
export function placeAt({ at, points }: Columns, ms: number): number | null {
  const after = at.findIndex((seconds) => seconds * 1000 > ms)
  const place = (after === -1 ? at.length : after) - 1
  return points[place] ? place : null
}

/** A chart's values at a place: `3 ms, at most 12 ms`. */
export function sayAt(kind: ChartKind, columns: Columns, place: number | null): string {
  if (place === null) return 'no sample'
  const [main, finer] = kind.draws.map((name) => columns[name][place] ?? null)
  if (main === null || main === undefined) return 'no value'
  return finer === null || finer === undefined ? kind.say(main) : `${kind.say(main)}, at most ${kind.say(finer)}`
}

/** A chart's values at its end: not older ones, which would pass for the present. */
export function sayLast(kind: ChartKind, columns: Columns): string {
  return sayAt(kind, columns, columns.at.length - 1)
}

/** A chart in words, for whoever does not see it. */
export function sayWhole(kind: ChartKind, columns: Columns): string {
  const values = kind.draws.flatMap((name) => columns[name]).filter((value) => value !== null)
  if (values.length === 0) return kind.none
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return `from ${kind.say(least)} to ${kind.say(most)}, last ${sayLast(kind, columns)}`
}
