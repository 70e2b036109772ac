/* A relative range ends now; a fixed one lies between two times. design.md 4.3; features.md (d), "Range in URL". */

/** Seconds. */
export const RANGES = {
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '6h': 21_600,
  '24h': 86_400,
  '7d': 604_800,
  '30d': 2_592_000,
  '90d': 7_776_000,
} as const

export type RangeName = keyof typeof RANGES

export const RANGE_NAMES = Object.keys(RANGES) as RangeName[]

/** Unix milliseconds, whole seconds. */
export interface TimeRange {
  fromMs: number
  toMs: number
}

export type RequestedRange = { last: RangeName } | TimeRange | null

/** How long the history is kept, in milliseconds. */
export const RETENTION_MS = RANGES['90d'] * 1000

/** A shorter range holds fewer than two checks. */
export const MIN_RANGE_MS = 10_000

export function isRelative(range: RequestedRange): range is { last: RangeName } {
  return range !== null && 'last' in range
}

export function isoSeconds(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z')
}

export function rangeParams(range: RequestedRange): { range?: RangeName; from?: string; to?: string } {
  if (range === null) return {}
  return isRelative(range) ? { range: range.last } : { from: isoSeconds(range.fromMs), to: isoSeconds(range.toMs) }
}

/** ISO 8601 UTC; seconds and Z are optional, as browsers' date fields omit them. null: invalid. */
export function parseTime(text: string): number | null {
  const [, date, time, seconds = ':00', fraction = ''] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?(\.\d{1,3})?Z?$/.exec(text) ?? []
  if (date === undefined) return null
  const ms = Date.parse(`${date}T${time}${seconds}${fraction}Z`)
  // Date.parse turns February 30 into a day of March.
  return Number.isNaN(ms) || isoSeconds(ms).slice(0, 10) !== date ? null : Math.floor(ms / 1000) * 1000
}

/** The shortest range that holds all recorded data, at most a day. */
export function defaultRange(oldest: string | null, nowMs: number): RangeName {
  const recordedMs = oldest === null ? 0 : nowMs - Date.parse(oldest)
  return (['5m', '15m', '1h', '6h'] as const).find((name) => recordedMs <= RANGES[name] * 1000) ?? '24h'
}

export function timeRangeOf(range: Exclude<RequestedRange, null>, nowMs: number): TimeRange {
  const now = Math.floor(nowMs / 1000) * 1000
  if (isRelative(range)) return { fromMs: now - RANGES[range.last] * 1000, toMs: now }
  return { fromMs: range.fromMs, toMs: Math.max(range.fromMs + 1000, Math.min(range.toMs, now)) }
}

const MARGIN_MS = { least: 120_000, most: RANGES['1h'] * 1000 }

/** Adds half of the incident's length on each side; whole seconds, never the future. */
export function rangeAround({ fromMs, toMs }: TimeRange, nowMs: number): TimeRange {
  const margin = Math.min(MARGIN_MS.most, Math.max(MARGIN_MS.least, (toMs - fromMs) / 2))
  return {
    fromMs: Math.floor((fromMs - margin) / 1000) * 1000,
    toMs: Math.ceil(Math.min(toMs + margin, Math.max(nowMs, toMs)) / 1000) * 1000,
  }
}
