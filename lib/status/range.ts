/*
 * Which range of an indexer's history /status shows: a relative one, the last minutes, hours or days, which moves with the
 * present, or a fixed one between two times. design.md 4.3; features.md (d), "Range in URL".
 */

/** Ranges by name, in seconds. */
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

/** The name of a relative range. */
export type RangeName = keyof typeof RANGES

/** Every name, from the shortest range on. */
export const RANGE_NAMES = Object.keys(RANGES) as RangeName[]

/** Two moments, Unix milliseconds, whole seconds. */
export interface TimeRange {
  fromMs: number
  toMs: number
}

/** The range that a URL of /status names; null: none. */
export type RequestedRange = { last: RangeName } | TimeRange | null

/** The history is kept for this long (ms); a longer range has nothing more to show. */
export const RETENTION_MS = RANGES['90d'] * 1000

/** A shorter range holds fewer than two checks. */
export const MIN_RANGE_MS = 10_000

/** True for a range that ends with the present, whenever that is. */
export function isRelative(range: RequestedRange): range is { last: RangeName } {
  return range !== null && 'last' in range
}

/** A time as links carry it: ISO 8601 UTC, whole seconds. */
export function isoSeconds(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z')
}

/** A range as parameters of a link: none for what /status shows by default. */
export function rangeParams(range: RequestedRange): { range?: RangeName; from?: string; to?: string } {
  if (range === null) return {}
  return isRelative(range) ? { range: range.last } : { from: isoSeconds(range.fromMs), to: isoSeconds(range.toMs) }
}

/**
 * Reads a time of a link or of a form: ISO 8601 in UTC, where seconds and the Z may be missing, as date fields of
 * browsers leave them out. Null for text that is none.
 */
export function readTime(text: string): number | null {
  const [, date, time, seconds = ':00', fraction = ''] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?(\.\d{1,3})?Z?$/.exec(text) ?? []
  if (date === undefined) return null
  const ms = Date.parse(`${date}T${time}${seconds}${fraction}Z`)
  // A 30th of February is read as a day of March.
  return Number.isNaN(ms) || isoSeconds(ms).slice(0, 10) !== date ? null : Math.floor(ms / 1000) * 1000
}

/** The range that is shown where a link names none: the shortest up to a day that holds all that is recorded. */
export function defaultRange(oldest: string | null, nowMs: number): RangeName {
  const recordedMs = oldest === null ? 0 : nowMs - Date.parse(oldest)
  return (['5m', '15m', '1h', '6h'] as const).find((name) => recordedMs <= RANGES[name] * 1000) ?? '24h'
}

/** The two moments that a range means now; the end is cut at the present. */
export function timeRangeOf(range: Exclude<RequestedRange, null>, nowMs: number): TimeRange {
  const now = Math.floor(nowMs / 1000) * 1000
  if (isRelative(range)) return { fromMs: now - RANGES[range.last] * 1000, toMs: now }
  return { fromMs: range.fromMs, toMs: Math.max(range.fromMs + 1000, Math.min(range.toMs, now)) }
}

/** The ranges around one: as long before and after it, twice as wide, half as wide. Null where there is nothing to see. */
export function rangesAround({ fromMs, toMs }: TimeRange, nowMs: number) {
  const width = toMs - fromMs
  const oldest = nowMs - RETENTION_MS
  const within = (from: number, to: number): TimeRange | null => {
    // Moved back into what exists, not cut: stepping along keeps the scale.
    const end = Math.min(to, nowMs)
    const start = Math.max(end - (to - from), oldest)
    return end - start >= MIN_RANGE_MS ? whole({ fromMs: start, toMs: end }) : null
  }
  return {
    earlier: fromMs > oldest ? within(fromMs - width, fromMs) : null,
    later: toMs < nowMs - 1000 ? within(toMs, toMs + width) : null,
    wider: width < RETENTION_MS ? within(fromMs - width / 2, toMs + width / 2) : null,
    closer: width / 2 >= MIN_RANGE_MS ? within(fromMs + width / 4, toMs - width / 4) : null,
  }
}

function whole({ fromMs, toMs }: TimeRange): TimeRange {
  return { fromMs: Math.floor(fromMs / 1000) * 1000, toMs: Math.ceil(toMs / 1000) * 1000 }
}
