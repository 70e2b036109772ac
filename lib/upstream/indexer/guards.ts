import 'server-only'
import { toProblem } from '../../api/rpc-problem'
import type { Verdict } from '../../api/verdicts'
import { once } from '../../platform/once'
import type { Trouble } from '../cache/memory'
import { type Indexer, planOf } from '../networks/networks'
import { CallCounts } from './call-counts'
import { type Guards, newGuards } from './guarded-call'
import { RecentCalls } from './recent-calls'

export interface Upstream extends Guards {
  counts: CallCounts
  recent: RecentCalls
  slotTold: number | null
  /** From health/probe.ts; null: not checked yet. */
  verdict: Verdict | null
}

const upstreams = once('upstreams', () => new WeakMap<Indexer, Upstream>())

export function upstreamOf(indexer: Indexer): Upstream {
  const known = upstreams().get(indexer)
  if (known) return known
  const upstream: Upstream = {
    ...newGuards(indexer.label, planOf(indexer)),
    counts: new CallCounts(),
    recent: new RecentCalls(),
    slotTold: null,
    verdict: null,
  }
  upstreams().set(indexer, upstream)
  return upstream
}

export function troubleWith({ gate, breaker }: Upstream): Trouble | null {
  const pause = gate.remainingMs()
  if (pause > 0) return { reason: 'upstream_rate_limited', retryAfterMs: pause }
  const known = breaker.trouble()
  return known && { reason: toProblem(known.cause).code, retryAfterMs: known.retryAfterMs }
}
