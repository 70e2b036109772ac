import type { FeedRow } from '../../lib/listing/live-feed'

/** Seconds; the narrowest that needs at most MAX_BARS. */
const WIDTHS = [5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600, 21_600, 86_400, 604_800, 2_592_000, 31_536_000]
export const MAX_BARS = 40

interface RateBar {
  from: number
  signatures: number
  /** True when some signatures of the span may be missing. */
  unseen: boolean
}

export interface SignatureRate {
  width: number
  bars: RateBar[]
}

/**
 * Only complete spans count: the first and the last would look too low. null: fewer than three. `until` in Unix seconds; null:
 * the newest row, when newer ones are held back.
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

export function perMinute(signatures: number, width: number): number {
  return Math.round((signatures * 60) / width)
}

/** Thousands of rows: too many to spread into arguments. */
function minOf(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
}

function maxOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
}
