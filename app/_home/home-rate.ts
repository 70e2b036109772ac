import { groupDigits } from '@/lib/format/numbers'

/**
 * Transactions per minute, from the newest ones to the moment they were fetched at: where nothing comes any more it falls.
 * `unknown` where fewer than two have a time.
 * @param blockTimes Unix seconds, newest first; 0: not known.
 */
export function rateText(blockTimes: readonly number[], fetchedAt: string): string {
  const known = blockTimes.filter((time) => time > 0)
  const oldest = known.at(-1)
  if (oldest === undefined || known.length < 2) return 'unknown'
  // A chain's clock may be ahead of ours.
  const seconds = Math.max(1, Date.parse(fetchedAt) / 1000 - oldest)
  const perMinute = ((known.length - 1) * 60) / seconds
  if (perMinute >= 10) return groupDigits(Math.round(perMinute))
  return perMinute < 0.1 ? 'under 0.1' : perMinute.toFixed(1)
}
