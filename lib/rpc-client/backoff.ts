/** Milliseconds. facts/reliability.md (b), "Constants"; (c) D10. */
const MIN_PAUSE_MS = 1000
const MAX_PAUSE_MS = 30_000

/** Milliseconds, with jitter over the whole range, so that callers do not retry at the same time. */
export function pauseAfter(failures: number, random: () => number, longest = MAX_PAUSE_MS): number {
  const ceiling = Math.min(longest, MIN_PAUSE_MS * 2 ** Math.min(failures, 10))
  return MIN_PAUSE_MS + random() * (ceiling - MIN_PAUSE_MS)
}

const MIN_RETRY_PAUSE_MS = 100

export function retryPause(most: number, random: () => number = Math.random): number {
  const least = Math.min(MIN_RETRY_PAUSE_MS, most)
  return least + random() * (most - least)
}
