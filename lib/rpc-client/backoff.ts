/** Milliseconds: the shortest pause after a failure, and the longest. facts/reliability.md (b), "Constants"; (c) D10. */
const SHORTEST = 1000
const LONGEST = 30_000

/**
 * How long to leave something alone after it failed that many times in a row: jitter over the whole range, so that
 * many who failed together do not come back together.
 * @param longest milliseconds at most.
 */
export function pauseAfter(failures: number, random: () => number, longest = LONGEST): number {
  const ceiling = Math.min(longest, SHORTEST * 2 ** Math.min(failures, 10))
  return SHORTEST + random() * (ceiling - SHORTEST)
}

/** Least pause before a second attempt, in milliseconds. */
const LEAST_PAUSE_MS = 100

/** Milliseconds to wait before a second attempt, up to `most`: full jitter, so that callers do not come back together. */
export function retryPause(most: number, random: () => number = Math.random): number {
  const least = Math.min(LEAST_PAUSE_MS, most)
  return least + random() * (most - least)
}
