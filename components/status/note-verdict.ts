import type { Query, QueryCache } from '@tanstack/react-query'
import type { Answer } from '@/lib/api/answer'
import { VERDICT_FACTS, type Verdict } from '@/lib/api/verdicts'
import type { MethodName } from '@/lib/protocol/rpc/methods'
import { waitingRetries } from '../ui/better-verdict'

/** Random delay of up to this many milliseconds, so that browsers do not retry at the same time. */
const SPREAD_MS = 2_000

export function retryOnBetterVerdict(before: Verdict, now: Verdict, queries: QueryCache): void {
  if (VERDICT_FACTS[now].severity >= VERDICT_FACTS[before].severity) return
  setTimeout(() => {
    for (const retry of [...waitingRetries]) retry()
    for (const query of queries.findAll({ queryKey: ['rpc'] })) if (isWaiting(query)) void renew(query)
  }, Math.random() * SPREAD_MS)
}

function isWaiting(query: Query): boolean {
  const { data, error, fetchFailureReason } = query.state
  const state = (data as Answer<MethodName> | undefined)?.meta.state
  const problem = (error ?? fetchFailureReason)?.problem
  return query.getObserversCount() > 0 && (problem ? problem.retryable : state === undefined || state === 'stale')
}

/** Retries now, instead of at the scheduled time. */
async function renew(query: Query): Promise<void> {
  await query.cancel({ silent: true })
  await query.fetch().catch(() => {})
}
