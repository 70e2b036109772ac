import { formatSpan } from '@/lib/format/block-time'
import { LOCALE } from '@/lib/format/numbers'
import type { HistoryPoint, StatusHistory, VerdictPeriod } from '@/lib/status/history/contract'
import * as words from './words'

/** null: unknown, and at the beginning of every gap, so that lines break. */
export type Values = (number | null)[]

export interface SeriesColumns {
  /** Unix seconds. */
  at: number[]
  points: (HistoryPoint | null)[]
  /** Above the lowest slot of the range. */
  slot: Values
  speed: Values
  headAge: Values
  lag: Values
  latency: Values
  latencyMax: Values
}

export function columnsOf({ points, periods, stepSeconds }: StatusHistory): SeriesColumns {
  const entries: { at: number; point: HistoryPoint | null }[] = [
    ...points.map((point) => ({ at: Date.parse(point.at) / 1000, point })),
    ...gapsIn(periods, stepSeconds, points).map((at) => ({ at, point: null })),
  ]
  entries.sort((a, b) => a.at - b.at)
  const lowest = Math.min(...points.flatMap(({ slot }) => slot ?? []))
  const column = (of: (point: HistoryPoint) => number | null): Values => entries.map(({ point }) => point && of(point))
  return {
    at: entries.map(({ at }) => at),
    points: entries.map(({ point }) => point),
    slot: column(({ slot }) => slot && slot - lowest),
    speed: column((step) => step.slotsPerSecond),
    headAge: column((step) => step.headAgeSeconds),
    lag: column((step) => step.lag),
    latency: column((step) => step.latencyMs),
    latencyMax: column((step) => step.latencyMaxMs),
  }
}

/** In Unix seconds. A step without a check is no gap, and a gap shorter than a step cannot be drawn. */
function gapsIn(periods: readonly VerdictPeriod[], stepSeconds: number, [first]: readonly HistoryPoint[]): number[] {
  return periods
    .filter(({ verdict, from, to }) => verdict === null && Date.parse(to) - Date.parse(from) >= stepSeconds * 1000)
    .map(({ from }) => Date.parse(from) / 1000)
    .filter((at) => first !== undefined && at > Date.parse(first.at) / 1000)
}

type Drawn = 'slot' | 'speed' | 'headAge' | 'lag' | 'latency' | 'latencyMax'

export interface ChartKind {
  title: string
  draws: readonly [Drawn, ...Drawn[]]
  format(value: number): string
  tick(value: number): string
  none: string
  /** The axis ends here or higher, so that small values look small. */
  least: number
}

const WHOLE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
const SHORT = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 })

export const CHARTS: readonly ChartKind[] = [
  {
    title: 'Speed',
    draws: ['speed'],
    format: (value) => `${value.toFixed(2)} slots/s`,
    tick: (value) => SHORT.format(value),
    none: words.noSpeed,
    least: 1,
  },
  {
    title: 'Data age',
    draws: ['headAge'],
    format: formatAge,
    tick: (value) => formatSpan(Math.round(value)),
    none: words.noHeadAge,
    least: 30,
  },
  {
    title: 'Lag',
    draws: ['lag'],
    format: (value) => `${WHOLE.format(value)} slots`,
    tick: (value) => SHORT.format(value),
    none: words.noLag,
    least: 20,
  },
  {
    title: 'Check latency',
    draws: ['latency', 'latencyMax'],
    format: (value) => `${WHOLE.format(value)} ms`,
    tick: (value) => SHORT.format(value),
    none: words.noLatency,
    least: 20,
  },
]

/** The slot itself shows best whether the indexer moved. */
export const INCIDENT_CHARTS: readonly ChartKind[] = [
  {
    title: 'Slots since the beginning',
    draws: ['slot'],
    format: (value) => `${WHOLE.format(value)} slots`,
    tick: (value) => SHORT.format(value),
    none: words.noSlot,
    least: 20,
  },
  ...CHARTS.filter(({ draws: [first] }) => first === 'lag'),
  ...CHARTS.filter(({ draws: [first] }) => first === 'latency' || first === 'headAge'),
]

function formatAge(seconds: number): string {
  return `about ${formatSpan(Math.round(seconds))}`
}

/** From zero; null: no value is known. */
export function highestOf(kind: ChartKind, columns: SeriesColumns): number | null {
  const values = kind.draws.flatMap((name) => columns[name]).filter((value) => value !== null)
  return values.length === 0 ? null : Math.max(kind.least, ...values) * 1.08
}

export function indexAt({ at, points }: SeriesColumns, ms: number): number | null {
  const after = at.findIndex((seconds) => seconds * 1000 > ms)
  const index = (after === -1 ? at.length : after) - 1
  return points[index] ? index : null
}

export function valueText(kind: ChartKind, columns: SeriesColumns, index: number | null): string {
  if (index === null) return 'no data'
  const [main, finer] = kind.draws.map((name) => columns[name][index] ?? null)
  if (main === null || main === undefined) return 'no value'
  return finer === null || finer === undefined ? kind.format(main) : `${kind.format(main)}, max ${kind.format(finer)}`
}

/** Not an older value, which would pass for the present one. */
export function lastValueText(kind: ChartKind, columns: SeriesColumns): string {
  return valueText(kind, columns, columns.at.length - 1)
}

export function summaryText(kind: ChartKind, columns: SeriesColumns): string {
  const values = kind.draws.flatMap((name) => columns[name]).filter((value) => value !== null)
  if (values.length === 0) return kind.none
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return `${kind.format(least)} to ${kind.format(most)}, last ${lastValueText(kind, columns)}`
}
