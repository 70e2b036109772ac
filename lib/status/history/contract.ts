import type { Verdict } from '../../api/verdicts'

/*
 * What the explorer recorded of one network's indexer over time, in SQLite under DATA_DIR: body of
 * GET /api/v1/status/history. Times are ISO 8601 UTC. Where nothing was checked there is no sample, which is neither good
 * nor bad.
 */

/** Days that are kept, and that a range may lie back. */
export const HISTORY_DAYS = 90

/** Points of a series: by default, and at most. */
export const HISTORY_POINTS = 360
/** Steps of one answer of the history at the most. */
export const MAX_HISTORY_POINTS = 1_000

/** A period with one verdict; null: no sample. Periods join without a gap and without overlap. */
export interface VerdictPeriod {
  from: string
  to: string
  verdict: Verdict | null
}

/** One step of a series. Figures are null where no check of the step knew them. */
export interface HistoryPoint {
  /** Start of the step. */
  at: string
  /** Checks in the step, and those that got a slot. */
  samples: number
  answered: number
  /** The last slot seen in the step. */
  slot: number | null
  /** Slots per second, from the last slot before the step to its last; null across a gap. */
  slotsPerSecond: number | null
  /** The largest reported lag. */
  lag: number | null
  /** The largest age of the head, seconds. */
  headAgeSeconds: number | null
  /** Milliseconds: median and largest. */
  latencyMs: number | null
  latencyMaxMs: number | null
}

/** A period in which the verdict was never ok. Restarts of the explorer lie inside of it, a longer gap ends it. */
export interface Incident {
  from: string
  to: string
  seconds: number
  /** In order of time, neighbours different. */
  verdicts: Verdict[]
  /** True if it reaches the edge of the range: it may have begun earlier, or not be over. */
  cutAtStart: boolean
  cutAtEnd: boolean
}

/** What an operator wrote: a maintenance window, or that an incident was taken over, from its beginning to that moment. */
export interface OperatorNote {
  kind: 'maintenance' | 'acknowledgement'
  from: string
  to: string
  note: string
}

/** The recorded checks and verdicts of a range of time: /api/v1/status/history. Times are ISO 8601 UTC. */
export interface StatusHistory {
  network: string
  from: string
  to: string
  /** Seconds of a step. */
  stepSeconds: number
  /** Only steps with a check, oldest first: a missing step is a gap. The first and the last may reach beyond the range. */
  points: HistoryPoint[]
  /** From `from` to `to`, oldest first. */
  periods: VerdictPeriod[]
  /** Oldest first. */
  incidents: Incident[]
  /** Those that touch the range, oldest first. */
  notes: OperatorNote[]
  /** Seconds by verdict; `noSample` is the rest. Together `to` minus `from`. */
  seconds: Record<Verdict | 'noSample', number>
  /** Who writes the history: this process, another one on the same DATA_DIR, or none because of the reason. */
  recordedBy: 'this' | 'another' | 'nobody'
  reason?: string
  /** The oldest recorded check; null: none. */
  oldest: string | null
}

/** A change of the verdict, as it was reported. `from` is null for the first one and after a long gap. */
export interface VerdictChange {
  /** When the verdict began: with the first check that spoke for it, or for `frozen` when the slot was first seen where it is. */
  at: string
  /** The check that settled it, with which it was reported. */
  confirmedAt: string
  from: Verdict | null
  to: Verdict
  summary: string
}
