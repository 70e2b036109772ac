import type { MethodName } from '../rpc/methods'
import type { Verdict } from './verdicts'

/*
 * What the badge and /status show of one network's indexer: evidence from the explorer's own probe, joined into one
 * verdict (design.md 5, "Health"). Times are ISO 8601 UTC.
 */

/** One check of the indexer. */
export interface ProbeSample {
  at: string
  /** The indexer's slot; null when it did not answer. */
  slot: number | null
  /** The verdict of this check alone, before several are joined. */
  says: Verdict
  /** Slots behind, where the health answer named them. */
  lag: number | null
  /** The health answer, or what went wrong, in words that hold no URL. */
  text: string
  /** Milliseconds the slower of both calls took. */
  latencyMs: number
}

/** The indexer went back to an older slot. Times are ISO 8601 UTC. */
export interface SlotReset {
  at: string
  /** Slot before, and the slot that replaced it. */
  from: number
  to: number
}

/** How old the newest indexed slot is, estimated from signature times alone, without a request to a chain node. */
export interface HeadAge {
  seconds: number
  /** The true age lies within this many seconds of it. */
  errorSeconds: number
  /** The slot whose time is known, and that time (ISO 8601 UTC), from which the head's is estimated. */
  anchor: { slot: number; time: string }
}

/** Who stopped when a slot stands still, as far as the evidence goes. */
export type Standstill = 'indexer' | 'chain' | 'not known'

/** How one operation fares, over the explorer's own calls of the last minutes. Latencies in milliseconds. */
export interface OperationHealth {
  method: MethodName
  /** Calls of the window, those that failed, and those among them that were refused with 429. */
  calls: number
  failed: number
  rateLimited: number
  /** Null without a call in the window. */
  medianMs: number | null
  p95Ms: number | null
  /** The last call ever made, and the last that failed: what became of it in a word (facts/reliability.md (f)). */
  last: { at: string; outcome: string } | null
  lastError: { at: string; outcome: string; text: string } | null
}

/** Body of GET /api/v1/status. */
export interface IndexerStatus {
  network: string
  verdict: Verdict
  /** The verdict in one sentence. */
  summary: string
  /** When this verdict began; null before the first check. */
  since: string | null
  slot: number | null
  /** When the slot was last seen to move. */
  slotMovedAt: string | null
  /** Slots per second over the recent checks; null with fewer than two, and while it is unreachable or limited. */
  slotsPerSecond: number | null
  lag: number | null
  /** For `behind`: where the lag is going. */
  trend: 'catching up' | 'holding' | 'losing ground' | null
  /** Seconds until an indexer that catches up reaches the head, at its present speed; null where that is not known. */
  arrivalSeconds: number | null
  /** For `frozen`: who stopped; else null. */
  standstill: Standstill | null
  /** Null without a signature time to estimate from. */
  headAge: HeadAge | null
  checkedAt: string | null
  lastOkAt: string | null
  /** When the indexer was last seen to have gone back by more slots than one chain explains; null: not yet. */
  reset: SlotReset | null
  /** Seconds between two checks at present. */
  intervalSeconds: number
  /** Newest last. */
  samples: ProbeSample[]
  /** Per operation, over the last `windowSeconds`; empty where no samples are asked for. */
  operations: OperationHealth[]
  windowSeconds: number
}
