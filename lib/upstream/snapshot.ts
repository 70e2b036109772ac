import 'server-only'
import type { SlotReset } from '../api/status'
import type { BreakerState } from '../rpc-client/breaker'
import { lastReset, memory } from './cache/cache'
import type { MemorySize } from './cache/memory'
import type { CallCounts } from './indexer/call-counts'
import { upstreamOf } from './indexer/indexers'
import type { Indexer } from './networks/networks'

/** State of the gateway towards one indexer, for /status and metrics. facts/reliability.md (f). */
export interface GatewaySnapshot {
  breaker: BreakerState
  /** Milliseconds until the breaker allows a trial; 0: not open. */
  breakerOpenMs: number
  gateRemainingMs: number
  /** Calls per second now, of the plan's; null without INDEXER_RATE. */
  rate: number | null
  tokens: number | null
  inFlight: number
  queueLength: number
  counts: CallCounts
  reset: SlotReset | null
  memory: MemorySize
}

export function snapshotOf(indexer: Indexer): GatewaySnapshot {
  const { gate, breaker, admission, plan, counts } = upstreamOf(indexer)
  return {
    breaker: breaker.state,
    breakerOpenMs: breaker.trouble()?.retryAfterMs ?? 0,
    gateRemainingMs: gate.remainingMs(),
    rate: plan?.rate ?? null,
    tokens: plan?.tokens ?? null,
    inFlight: admission.inFlight,
    queueLength: admission.queueLength,
    counts,
    reset: lastReset(indexer.label),
    memory: memory().size(),
  }
}
