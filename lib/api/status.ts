import type { MethodName } from '../protocol/rpc/methods'
import type { Verdict } from './verdicts'

/* Status of one network's indexer, from the explorer's own probe (design.md 5, "Health"). Times are ISO 8601 UTC. */

export interface ProbeSample {
  at: string
  slot: number | null
  says: Verdict
  lag: number | null
  text: string
  latencyMs: number
}

export interface SlotReset {
  at: string
  from: number
  to: number
}

/** Age of the newest indexed slot, estimated from signature times alone, without a chain node. */
export interface HeadAge {
  seconds: number
  errorSeconds: number
  /** The slot and time (ISO 8601 UTC) that the head's time is estimated from. */
  anchor: { slot: number; time: string }
}

/** Of the last first page of getLatestCompressionSignatures; unlike the head's age, never extrapolated. ISO 8601 UTC. */
export interface NewestSignature {
  slot: number
  time: string
  seenAt: string
}

export type Standstill = 'indexer' | 'chain' | 'not known'

/** A reason for `degraded`. design.md 5, "Health". */
export type Degradation =
  /** Failed in the newest calls, of clients or canaries; bad input does not count. */
  | { kind: 'fails'; method: MethodName; failed: number; of: number; text: string }
  /** The median of the newest twelve calls is above two seconds. */
  | { kind: 'slow'; method: MethodName; medianMs: number }
  /** Its context.slot is this many slots below getIndexerSlot. */
  | { kind: 'old slot'; method: MethodName; slots: number }
  /** A list that had rows on this chain has none. */
  | { kind: 'emptied'; method: MethodName }
  /** Distinct hashes within five minutes that do not match their rows. */
  | { kind: 'wrong rows'; hashes: number }
  /** Two indexers of the network listed different rows in two successive checks. */
  | { kind: 'disagrees'; indexers: readonly [string, string]; text: string }
  | { kind: 'indexer'; indexer: string; verdict: Verdict; text: string }
  /** getIndexerHealth is not ok, or not served. */
  | { kind: 'health'; text: string }

export interface PendingVerdict {
  to: Verdict
  /** True if `to` is less severe; false for `limited` and `unknown`. */
  better: boolean
  since: string
  checks: number
  needed: number
}

export interface ChainHead {
  /** One node: its slot; two: the lower; more: the second-highest. Ignores nodes whose slot has not moved for a minute. */
  slot: number
  seenAt: string
  nodes: number
  counted: number
  /** False: no node's slot has moved for a minute. */
  moves: boolean
  /** Slots that the indexer is behind, and the seconds between both slots' block times; null: unknown. */
  lag: number | null
  lagSeconds: number | null
}

export interface ChainReplaced {
  at: string
  from: string
  to: string
}

/** Alerts are silent and availability does not count. ISO 8601 UTC. */
export interface MaintenanceWindow {
  from: string
  to: string
  note: string
}

/** An operator acknowledged an incident. The note is public. ISO 8601 UTC. */
export interface Acknowledgement {
  at: string
  note: string
}

export interface LastCall {
  at: string
  outcome: string
  /** False for "not found", unless the subject must exist. */
  failed: boolean
  /** The canary's subject does not exist: "not found" is the right answer. */
  canary: boolean
}

export interface OperationHealth {
  method: MethodName
  calls: number
  failed: number
  rateLimited: number
  medianMs: number | null
  p95Ms: number | null
  last: LastCall | null
  /** Left out by OPERATIONS_ABSENT: never requested. */
  absent?: true
  lastError: { at: string; outcome: string; text: string } | null
}

export interface IndexerState {
  indexer: string
  verdict: Verdict
  since: string | null
  slot: number | null
  summary: string
}

/** Body of GET /api/v1/status. */
export interface IndexerStatus {
  network: string
  /** Set if the network has several: `verdict` is then the best of theirs, at least `degraded` while one fails. */
  indexers?: IndexerState[]
  verdict: Verdict
  summary: string
  since: string | null
  slot: number | null
  slotMovedAt: string | null
  /** null with fewer than two checks, or while unreachable or limited. */
  slotsPerSecond: number | null
  lag: number | null
  trend: 'catching up' | 'holding' | 'losing ground' | null
  /** Seconds until a lagging indexer reaches the head at its present speed; null: unknown. */
  arrivalSeconds: number | null
  standstill: Standstill | null
  degradations: Degradation[]
  pending: PendingVerdict | null
  /** Set when the slot should have moved but the indexer is not `frozen` yet. */
  standingSince: string | null
  chain: ChainHead | null
  replaced: ChainReplaced | null
  headAge: HeadAge | null
  newestSignature: NewestSignature | null
  checkedAt: string | null
  lastOkAt: string | null
  maintenance: MaintenanceWindow | null
  acknowledged: Acknowledgement | null
  /** The last time that the slot fell further than a fork explains. */
  reset: SlotReset | null
  intervalSeconds: number
  samples: ProbeSample[]
  /** Over the last `windowSeconds`; empty without `samples`. */
  operations: OperationHealth[]
  windowSeconds: number
}
