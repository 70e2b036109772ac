import { groupDigits } from '@/lib/format/numbers'

/**
 * Transactions per minute up to `fetchedAt`, so it falls when nothing new arrives. `unknown` with fewer than two times.
 * @param blockTimes Unix seconds, newest first; 0: unknown
 */
export function rateText(blockTimes: readonly number[], fetchedAt: string): string {
  const known = blockTimes.filter((time) => time > 0)
  const oldest = known.at(-1)
  if (oldest === undefined || known.length < 2) return 'unknown'
  // The chain's clock may be ahead of ours.
  const seconds = Math.max(1, Date.parse(fetchedAt) / 1000 - oldest)
  const perMinute = ((known.length - 1) * 60) / seconds
  if (perMinute >= 10) return groupDigits(Math.round(perMinute))
  return perMinute < 0.1 ? 'under 0.1' : perMinute.toFixed(1)
}
