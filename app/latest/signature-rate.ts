import type { FeedRow } from '../../lib/listing/live-feed'

/** Widths of a bar in seconds: the narrowest that needs at most MAX_BARS is used. */
const WIDTHS = [5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600, 21_600, 86_400, 604_800, 2_592_000, 31_536_000]
const MAX_BARS = 40

/**
 * Signatures of each span, oldest first; only complete spans count: the first and the last would look too low. Behind a gap some
 * are missing. null: fewer than three.
 * @param until Unix seconds; null: the newest row, when newer ones are held back
 */
export function rateOf(rows: readonly FeedRow[], until: number | null): { width: number; bars: number[] } | null {
  const gap = rows.findIndex(({ unseenFrom }) => unseenFrom !== undefined)
  const known = gap < 0 ? rows : rows.slice(0, gap)
  const times = known.flatMap(({ blockTime }) => (blockTime > 0 ? blockTime : []))
  // Block times may be out of order, if a store was filled at once.
  const [from, to] = [Math.min(...times), Math.max(...times, until ?? 0)]
  const width = WIDTHS.find((seconds) => (to - from) / seconds <= MAX_BARS)
  if (times.length === 0 || width === undefined) return null
  const start = Math.floor(from / width) * width + width
  const count = Math.floor((to - start) / width)
  if (count < 3) return null
  const bars = Array<number>(count).fill(0)
  for (const time of times) {
    const at = Math.floor((time - start) / width)
    if (at in bars) bars[at] = (bars[at] ?? 0) + 1
  }
  return { width, bars }
}
