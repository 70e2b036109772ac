import 'server-only'
import type { SlotReset } from '../api/status'
import type { BreakerState } from '../rpc-client/breaker'
import { lastReset, memory } from './cache/cache'
import type { MemorySize } from './cache/memory'
import type { CallCounts } from './indexer/call-counts'
import { upstreamOf } from './indexer/guards'
import type { Indexer } from './networks/networks'

/** What the gateway does towards one indexer at this moment, for /status and metrics. facts/reliability.md (f). */
export interface GatewaySnapshot {
  breaker: BreakerState
  /** Milliseconds until the open breaker lets a call try; 0 when none is held back. */
  breakerOpenMs: number
  /** Milliseconds of the pause that the indexer asked for; 0: there is none. */
  gateRemainingMs: number
  /** Calls per second at present, of those that the plan allows; null without INDEXER_RATE. */
  rate: number | null
  /** Calls that may be made at once; null without INDEXER_RATE. */
  tokens: number | null
  inFlight: number
  queueLength: number
  /** Since the process began. */
  counts: CallCounts
  /** When slots last went back so far that what was remembered was forgotten; null: not yet. */
  reset: SlotReset | null
  /** The memory of all indexers together. */
  memory: MemorySize
}

/** What stands between readers and an indexer at this moment. Plain values, for metrics and /status. */
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
