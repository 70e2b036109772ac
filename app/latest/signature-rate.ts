import type { FeedRow } from '../../lib/listing/live-feed'

/** Widths of a bar in seconds, from which the narrowest is taken that needs no more bars than MAX_BARS. */
const WIDTHS = [5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600, 21_600, 86_400, 604_800, 2_592_000, 31_536_000]
/** Bars of the drawing at the most. */
export const MAX_BARS = 40

/** Signatures in one span of time. */
interface RateBar {
  /** Start of the span, Unix seconds. */
  from: number
  signatures: number
  /** True when some signatures of the span may not have been seen. */
  unseen: boolean
}

/** Signatures over time, in bars of one width. */
export interface SignatureRate {
  /** Seconds of one bar. */
  width: number
  /** Oldest first, without a break. */
  bars: RateBar[]
}

/**
 * How many signatures came in each span of time, over the rows known and up to `until` (Unix seconds): a feed in which
 * nothing comes any more goes down to none. Only spans that are over and covered as a whole are counted: the oldest and the
 * newest one would look too low. Null while there are not three of them. Rows without a block time are left out. `until`
 * null: up to the newest row, where newer ones are held back.
 */
export function rateOf(rows: readonly FeedRow[], until: number | null): SignatureRate | null {
  const timed = rows.filter(({ blockTime }) => blockTime > 0)
  if (timed.length === 0) return null
  // A store that was filled at once may hold times that do not fall along the rows.
  const times = timed.map(({ blockTime }) => blockTime)
  const [from, to] = [minOf(times), Math.max(maxOf(times), until ?? 0)]
  const width = WIDTHS.find((seconds) => (to - from) / seconds <= MAX_BARS)
  if (width === undefined) return null
  const start = Math.floor(from / width) * width + width
  const count = Math.floor((to - start) / width)
  if (count < 3) return null
  const bars = Array.from({ length: count }, (_, i) => ({ from: start + i * width, signatures: 0, unseen: false }))
  const barAt = (time: number) => Math.floor((time - start) / width)
  for (const [i, { blockTime, unseenFrom }] of timed.entries()) {
    const bar = bars[barAt(blockTime)]
    if (bar) bar.signatures++
    if (unseenFrom === undefined) continue
    const above = timed[i - 1]?.blockTime ?? maxOf(times)
    for (let n = Math.max(0, barAt(blockTime)); n <= Math.min(count - 1, barAt(above)); n++) {
      const touched = bars[n]
      if (touched) touched.unseen = true
    }
  }
  return { width, bars }
}

/** A bar's count as a rate. */
export function perMinute(signatures: number, width: number): number {
  return Math.round((signatures * 60) / width)
}

/** Rows may be thousands: no spreading into arguments. */
function minOf(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
}

function maxOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
}
