import { z } from 'zod'
import { methods } from '../protocol/rpc/methods'
import { safeInteger as count, isoTime as time } from '../protocol/rpc/primitives'
import { VERDICTS } from './verdicts'

/* Status of one network's indexer, from the explorer's own probe (design.md 5, "Health"). Times are ISO 8601 UTC. */

export const verdict = z.enum(VERDICTS)
const text = z.string()
const number = z.number()
const method = z.enum(Object.keys(methods) as (keyof typeof methods)[])

const probeSample = z.object({
  at: time,
  slot: number.nullable(),
  says: verdict,
  lag: number.nullable(),
  text,
  latencyMs: number,
})
export type ProbeSample = z.output<typeof probeSample>

const slotReset = z.object({ at: time, from: number, to: number })
export type SlotReset = z.output<typeof slotReset>

/** Age of the newest indexed slot, estimated from signature times alone, without a chain node. */
const headAge = z.object({
  seconds: number,
  errorSeconds: number,
  /** The slot and time (ISO 8601 UTC) that the head's time is estimated from. */
  anchor: z.object({ slot: number, time }),
})
export type HeadAge = z.output<typeof headAge>

/** Of the last first page of getLatestCompressionSignatures; unlike the head's age, never extrapolated. ISO 8601 UTC. */
const newestSignature = z.object({ slot: number, time, seenAt: time })
export type NewestSignature = z.output<typeof newestSignature>

const standstill = z.enum(['indexer', 'chain', 'not known'])
export type Standstill = z.output<typeof standstill>

/** A reason for `degraded`. design.md 5, "Health". */
const degradation = z.discriminatedUnion('kind', [
  /** Failed in the newest calls, of clients or canaries; bad input does not count. */
  z.object({ kind: z.literal('fails'), method, failed: count, of: count, text }),
  /** The median of the newest twelve calls is above two seconds. */
  z.object({ kind: z.literal('slow'), method, medianMs: number }),
  /** Its context.slot is this many slots below getIndexerSlot. */
  z.object({ kind: z.literal('old slot'), method, slots: count }),
  /** A list that had rows on this chain has none. */
  z.object({ kind: z.literal('emptied'), method }),
  /** Distinct hashes within five minutes that do not match their rows. */
  z.object({ kind: z.literal('wrong rows'), hashes: count }),
  /** Two indexers of the network listed different rows in two successive checks. */
  z.object({ kind: z.literal('disagrees'), indexers: z.tuple([text, text]).readonly(), text }),
  z.object({ kind: z.literal('indexer'), indexer: text, verdict, text }),
  /** getIndexerHealth is not ok, or not served. */
  z.object({ kind: z.literal('health'), text }),
])
export type Degradation = z.output<typeof degradation>

const pendingVerdict = z.object({
  to: verdict,
  /** True if `to` is less severe; false for `limited` and `unknown`. */
  better: z.boolean(),
  since: time,
  checks: count,
  needed: count,
})
export type PendingVerdict = z.output<typeof pendingVerdict>

const chainHead = z.object({
  /** One node: its slot; two: the lower; more: the second-highest. Ignores nodes whose slot has not moved for a minute. */
  slot: number,
  seenAt: time,
  nodes: count,
  counted: count,
  /** False: no node's slot has moved for a minute. */
  moves: z.boolean(),
  /** Slots that the indexer is behind, and the seconds between both slots' block times; null: unknown. */
  lag: number.nullable(),
  lagSeconds: number.nullable(),
})
export type ChainHead = z.output<typeof chainHead>

const chainReplaced = z.object({ at: time, from: text, to: text })
export type ChainReplaced = z.output<typeof chainReplaced>

/** Alerts are silent and availability does not count. ISO 8601 UTC. */
const maintenanceWindow = z.object({ from: time, to: time, note: text })
export type MaintenanceWindow = z.output<typeof maintenanceWindow>

/** An operator acknowledged an incident. The note is public. ISO 8601 UTC. */
const acknowledgement = z.object({ at: time, note: text })
export type Acknowledgement = z.output<typeof acknowledgement>

const lastCall = z.object({
  at: time,
  outcome: text,
  /** False for "not found", unless the subject must exist. */
  failed: z.boolean(),
  /** The canary's subject does not exist: "not found" is the right answer. */
  canary: z.boolean(),
})
export type LastCall = z.output<typeof lastCall>

const operationHealth = z.object({
  method,
  calls: count,
  failed: count,
  rateLimited: count,
  medianMs: number.nullable(),
  p95Ms: number.nullable(),
  last: lastCall.nullable(),
  /** Left out by OPERATIONS_ABSENT: never requested. */
  absent: z.literal(true).exactOptional(),
  lastError: z.object({ at: time, outcome: text, text }).nullable(),
})
export type OperationHealth = z.output<typeof operationHealth>

const indexerState = z.object({
  indexer: text,
  verdict,
  since: time.nullable(),
  slot: number.nullable(),
  summary: text,
})
export type IndexerState = z.output<typeof indexerState>

/** Body of GET /api/v1/status. */
export const indexerStatus = z.object({
  network: text,
  /** Set if the network has several: `verdict` is then the best of theirs, at least `degraded` while one fails. */
  indexers: z.array(indexerState).exactOptional(),
  verdict,
  summary: text,
  since: time.nullable(),
  slot: number.nullable(),
  slotMovedAt: time.nullable(),
  /** null with fewer than two checks, or while unreachable or limited. */
  slotsPerSecond: number.nullable(),
  lag: number.nullable(),
  trend: z.enum(['catching up', 'holding', 'losing ground']).nullable(),
  /** Seconds until a lagging indexer reaches the head at its present speed; null: unknown. */
  arrivalSeconds: number.nullable(),
  standstill: standstill.nullable(),
  degradations: z.array(degradation),
  pending: pendingVerdict.nullable(),
  /** Set when the slot should have moved but the indexer is not `frozen` yet. */
  standingSince: time.nullable(),
  chain: chainHead.nullable(),
  replaced: chainReplaced.nullable(),
  headAge: headAge.nullable(),
  newestSignature: newestSignature.nullable(),
  checkedAt: time.nullable(),
  lastOkAt: time.nullable(),
  maintenance: maintenanceWindow.nullable(),
  acknowledged: acknowledgement.nullable(),
  /** The last time that the slot fell further than a fork explains. */
  reset: slotReset.nullable(),
  intervalSeconds: number,
  samples: z.array(probeSample),
  /** Over the last `windowSeconds`; empty without `samples`. */
  operations: z.array(operationHealth),
  windowSeconds: number,
})
export type IndexerStatus = z.output<typeof indexerStatus>
