import type { MethodName } from '../protocol/rpc/methods'
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

/** What is wrong with an indexer that answers: each is a reason for `degraded`. design.md 5, "Health". */
export type Degradation =
  /** An operation fails, and not for a reader's bad input: the newest results, readers' or canaries'. */
  | { kind: 'fails'; method: MethodName; failed: number; of: number; text: string }
  /** Its newest twelve calls took longer than two seconds at the median. */
  | { kind: 'slow'; method: MethodName; medianMs: number }
  /** Its context.slot lies this many slots below getIndexerSlot. */
  | { kind: 'old slot'; method: MethodName; slots: number }
  /** Different hashes within five minutes that their rows do not make. */
  | { kind: 'wrong rows'; hashes: number }
  /** Two indexers of a network list other rows, as two checks in a row found. `text`: in what they differ. */
  | { kind: 'disagrees'; indexers: readonly [string, string]; text: string }
  /** One of several indexers of the network fails, whatever the others do. `text`: its own summary. */
  | { kind: 'indexer'; indexer: string; verdict: Verdict; text: string }
  /** What getIndexerHealth answers in the place of ok, or that it is not served. */
  | { kind: 'health'; text: string }

/** A change of the verdict that is not confirmed yet: "checking" towards worse, "recovering" towards better. */
export interface PendingVerdict {
  to: Verdict
  /** False also towards a verdict that says nothing of the indexer: `limited`, `unknown`. */
  better: boolean
  /** The first of the checks that speak for it. */
  since: string
  /** How many did so in a row, of how many that are needed. */
  checks: number
  needed: number
}

/** Where the chain is, by the network's chain nodes, and how far the indexer is from it. */
export interface ChainHead {
  /** One node: its slot; two: the lower; more: the second-highest. Those that stood for a minute do not count. */
  slot: number
  seenAt: string
  /** Nodes that answered, and those of them that counted. */
  nodes: number
  counted: number
  /** False when the slot has stood for a minute at every node: the chain stopped. */
  moves: boolean
  /** Slots that the indexer lacks, and the seconds between both slots' block times; null where that is not known. */
  lag: number | null
  lagSeconds: number | null
}

/** The next block of an indexer that is frozen, as the chain has it. */
export interface NextBlock {
  slot: number
  /** What may have stopped the indexer there, each a sentence; empty where nothing unusual was found. */
  candidates: string[]
}

/** The chain under the indexer is another one. Times are ISO 8601 UTC. */
export interface ChainReplaced {
  at: string
  /** Genesis hashes, base58. */
  from: string
  to: string
}

/** Planned work on a network's indexer: alerts are silent and availability does not count. Times are ISO 8601 UTC. */
export interface MaintenanceWindow {
  from: string
  to: string
  /** What its operator wrote, which everybody can read. */
  note: string
}

/** That somebody has taken an incident over: when, and what they wrote, which everybody can read. ISO 8601 UTC. */
export interface Acknowledgement {
  at: string
  note: string
}

/** The last call of an operation. */
export interface LastCall {
  at: string
  /** What became of it, in a word: facts/reliability.md (f). */
  outcome: string
  /** False also for "not found", unless something must be there. */
  failed: boolean
  /** True where a check asked for what exists nowhere: "not found" is the right answer. */
  canary: boolean
}

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
  /** The last call ever made, and the last that failed. */
  last: LastCall | null
  lastError: { at: string; outcome: string; text: string } | null
}

/** How one of several indexers of a network is. */
export interface IndexerState {
  /** Its label. */
  indexer: string
  verdict: Verdict
  /** When this verdict began; null before the first check. */
  since: string | null
  slot: number | null
  summary: string
}

/** Body of GET /api/v1/status. */
export interface IndexerStatus {
  network: string
  /** Of each indexer, where the network has several: the verdict is the best of them, `degraded` while one fails. */
  indexers?: IndexerState[]
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
  /** For `frozen`, with a chain node: the block that the indexer does not get past; else null. */
  nextBlock: NextBlock | null
  /** What is wrong at present with what readers ask, whatever the verdict is; empty: nothing. */
  degradations: Degradation[]
  /** A change that the next checks confirm or not; null: none. */
  pending: PendingVerdict | null
  /** Since when the slot has stood, where it should have moved by now but is not `frozen` yet; null: no doubt. */
  standingSince: string | null
  /** Null without a chain node that answers. */
  chain: ChainHead | null
  /** When the chain under the indexer was last found to be another one; null: not yet. */
  replaced: ChainReplaced | null
  /** Null without a signature time to estimate from. */
  headAge: HeadAge | null
  checkedAt: string | null
  lastOkAt: string | null
  /** The maintenance window that is open now, which changes no verdict; null: none. */
  maintenance: MaintenanceWindow | null
  /** Of the present incident; null: nobody has taken it over, or there is none. */
  acknowledged: Acknowledgement | null
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
