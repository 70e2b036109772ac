/** Milliseconds. facts/reliability.md (b), "Constants"; (c) D10. */
const SHORTEST = 1000
const LONGEST = 30_000

/** Milliseconds; jitter over the whole range, so that callers do not retry in step. */
export function pauseAfter(failures: number, random: () => number, longest = LONGEST): number {
  const ceiling = Math.min(longest, SHORTEST * 2 ** Math.min(failures, 10))
  return SHORTEST + random() * (ceiling - SHORTEST)
}

const LEAST_PAUSE_MS = 100

export function retryPause(most: number, random: () => number = Math.random): number {
  const least = Math.min(LEAST_PAUSE_MS, most)
  return least + random() * (most - least)
}
