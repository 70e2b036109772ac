import 'server-only'
import { toProblem } from '../../api/rpc-problem'
import type { Verdict } from '../../api/verdicts'
import { once } from '../../platform/once'
import { Admission } from '../../rpc-client/admission'
import { Breaker } from '../../rpc-client/breaker'
import { Gate } from '../../rpc-client/gate'
import { HostPace } from '../../rpc-client/host-pace'
import type { RatePlan } from '../../rpc-client/rate-plan'
import { RetryBudget } from '../../rpc-client/retry-budget'
import type { Trouble } from '../cache/memory'
import { type Indexer, planOf } from '../networks/networks'
import { CallCounts } from './call-counts'
import { logBreaker } from './log'
import { RecentCalls } from './recent-calls'

/** Everything that stands between us and one indexer, in the order in which a call meets it. */
export interface Upstream {
  gate: Gate
  breaker: Breaker
  admission: Admission
  pace: HostPace
  /** null: INDEXER_RATE names none. */
  plan: RatePlan | null
  retries: RetryBudget
  counts: CallCounts
  recent: RecentCalls
  /** What getIndexerSlot last answered; null: nothing yet. */
  slotTold: number | null
  /** What the checks together say of it (health/probe.ts); null: it was not checked yet. */
  verdict: Verdict | null
}

const upstreams = once('upstreams', () => new WeakMap<Indexer, Upstream>())

/** The bounds and counts of an indexer: made when it is first needed, one for the process. */
export function upstreamOf(indexer: Indexer): Upstream {
  const known = upstreams().get(indexer)
  if (known) return known
  const plan = planOf(indexer)
  const pace = new HostPace()
  const upstream: Upstream = {
    gate: new Gate(),
    breaker: new Breaker((state, cause) => logBreaker(indexer.label, state, cause)),
    admission: new Admission(plan, pace),
    pace,
    plan,
    retries: new RetryBudget(),
    counts: new CallCounts(),
    recent: new RecentCalls(),
    slotTold: null,
    verdict: null,
  }
  upstreams().set(indexer, upstream)
  return upstream
}

/** What is known to be wrong with an indexer at this moment, without asking it; null: nothing. */
export function troubleWith({ gate, breaker }: Upstream): Trouble | null {
  const pause = gate.remainingMs()
  if (pause > 0) return { reason: 'upstream_rate_limited', retryAfterMs: pause }
  const known = breaker.trouble()
  return known && { reason: toProblem(known.cause).code, retryAfterMs: known.retryAfterMs }
}
