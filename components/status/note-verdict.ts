import type { Query, QueryCache } from '@tanstack/react-query'
import type { Answer } from '@/lib/api/answer'
import { VERDICT_FACTS, type Verdict } from '@/lib/api/verdicts'
import type { MethodName } from '@/lib/protocol/rpc/methods'
import { waiting } from '../ui/better-verdict'

/** Browsers that hear of a better verdict in the same moment ask within so many milliseconds, each at its own. */
const SPREAD_MS = 2_000

/** Lets everything that waits for the indexer retry soon, where the verdict got better: queries, and what is called back. */
export function noteVerdict(before: Verdict, now: Verdict, queries: QueryCache): void {
  if (VERDICT_FACTS[now].severity >= VERDICT_FACTS[before].severity) return
  setTimeout(() => {
    for (const retry of [...waiting]) retry()
    for (const query of queries.findAll({ queryKey: ['rpc'] })) if (isWaiting(query)) void renew(query)
  }, Math.random() * SPREAD_MS)
}

/** True for what a page shows, where there is no current answer. */
function isWaiting(query: Query): boolean {
  const { data, error, fetchFailureReason } = query.state
  const state = (data as Answer<MethodName> | undefined)?.meta.state
  const problem = (error ?? fetchFailureReason)?.problem
  return query.getObserversCount() > 0 && (problem ? problem.retryable : state === undefined || state === 'stale')
}

/** A second attempt may be waiting for its time: it is made now. */
async function renew(query: Query): Promise<void> {
  await query.cancel({ silent: true })
  await query.fetch().catch(() => {})
}
