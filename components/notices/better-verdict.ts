import { useEffect, useRef } from 'react'
import type { Verdict } from '@/lib/api/verdicts'

/** Browsers that hear of a better verdict in the same moment ask within so many milliseconds, each at its own. */
const SPREAD_MS = 2_000

/** From the best to the worst, as lib/api/verdicts.ts ranks them: a first visit does not load that table. */
export const RANKS = 'ok degraded behind limited unknown frozen unreachable'.split(' ')

const listeners = new Set<() => void>()

/** Lets everything that waits for the indexer retry soon, where the verdict got better. */
export function noteVerdict(before: Verdict, now: Verdict): void {
  if (RANKS.indexOf(now) >= RANKS.indexOf(before)) return
  setTimeout(() => {
    for (const retry of [...listeners]) retry()
  }, Math.random() * SPREAD_MS)
}

/** Calls back when the verdict got better, until the returned function is called. */
export function onBetterVerdict(retry: () => void): () => void {
  listeners.add(retry)
  return () => void listeners.delete(retry)
}

/** Retries when the verdict gets better, while something waits. */
export function useBetterVerdict(waits: boolean, retry: () => void): void {
  const newest = useRef(retry)
  newest.current = retry
  useEffect(() => (waits ? onBetterVerdict(() => newest.current()) : undefined), [waits])
}
