/*
 * Which stretch of an indexer's history /status shows: the last hours or days, which goes on while one looks, or a
 * stretch between two times, which a link holds fast. design.md 4.3; features.md (d), "Range in URL".
 */

/** Ranges by name, in seconds. */
export const RANGES = {
  '1h': 3_600,
  '6h': 21_600,
  '24h': 86_400,
  '7d': 604_800,
  '30d': 2_592_000,
  '90d': 7_776_000,
} as const

export type RangeName = keyof typeof RANGES

export const RANGE_NAMES = Object.keys(RANGES) as RangeName[]

/** Two moments, Unix milliseconds, whole seconds. */
export interface Stretch {
  fromMs: number
  toMs: number
}

/** What a URL of /status asks for; null: it names no range. */
export type AskedRange = { last: RangeName } | Stretch | null

/** The history is kept for this long (ms); a longer stretch has nothing more to show. */
export const KEPT_MS = RANGES['90d'] * 1000

/** A shorter stretch holds no two looks. */
export const SHORTEST_MS = 10_000

/** True for a stretch that ends with the present, whenever that is. */
export function isLast(range: AskedRange): range is { last: RangeName } {
  return range !== null && 'last' in range
}

/** A time as links carry it: ISO 8601 UTC, whole seconds. */
export function isoSeconds(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z')
}

/** A range as members of a link: none for what /status shows by itself. */
export function inLink(range: AskedRange): { range?: RangeName; from?: string; to?: string } {
  if (range === null) return {}
  return isLast(range) ? { range: range.last } : { from: isoSeconds(range.fromMs), to: isoSeconds(range.toMs) }
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
export function rangeToBeginWith(oldest: string | null, nowMs: number): RangeName {
  const recordedMs = oldest === null ? 0 : nowMs - Date.parse(oldest)
  return (['1h', '6h'] as const).find((name) => recordedMs <= RANGES[name] * 1000) ?? '24h'
}

/** The stretch that a range means now. What lies ahead, or before anything that is kept, is cut off. */
export function stretchOf(range: Exclude<AskedRange, null>, nowMs: number): Stretch {
  const now = Math.floor(nowMs / 1000) * 1000
  if (isLast(range)) return { fromMs: now - RANGES[range.last] * 1000, toMs: now }
  return { fromMs: range.fromMs, toMs: Math.max(range.fromMs + 1000, Math.min(range.toMs, now)) }
}

/** The stretches beside one: as long before and after it, twice as wide, half as wide. Null where there is nothing to see. */
export function stretchesBeside({ fromMs, toMs }: Stretch, nowMs: number) {
  const width = toMs - fromMs
  const oldest = nowMs - KEPT_MS
  const within = (from: number, to: number): Stretch | null => {
    // Moved back into what exists, not cut: the scale stays while one steps along.
    const end = Math.min(to, nowMs)
    const start = Math.max(end - (to - from), oldest)
    return end - start >= SHORTEST_MS ? whole({ fromMs: start, toMs: end }) : null
  }
  return {
    earlier: fromMs > oldest ? within(fromMs - width, fromMs) : null,
    later: toMs < nowMs - 1000 ? within(toMs, toMs + width) : null,
    wider: width < KEPT_MS ? within(fromMs - width / 2, toMs + width / 2) : null,
    closer: width / 2 >= SHORTEST_MS ? within(fromMs + width / 4, toMs - width / 4) : null,
  }
}

function whole({ fromMs, toMs }: Stretch): Stretch {
  return { fromMs: Math.floor(fromMs / 1000) * 1000, toMs: Math.ceil(toMs / 1000) * 1000 }
}
