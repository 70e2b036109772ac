import { VERDICT_FACTS, type Verdict } from '@/lib/api/verdicts'
import { waiting } from '../notices/better-verdict'

/** Browsers that hear of a better verdict in the same moment ask within so many milliseconds, each at its own. */
const SPREAD_MS = 2_000

/** Lets everything that waits for the indexer retry soon, where the verdict got better. */
export function noteVerdict(before: Verdict, now: Verdict): void {
  if (VERDICT_FACTS[now].severity >= VERDICT_FACTS[before].severity) return
  setTimeout(() => {
    for (const retry of [...waiting]) retry()
  }, Math.random() * SPREAD_MS)
}
