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
