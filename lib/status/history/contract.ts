import type { Verdict } from '../../api/verdicts'
import type { Evidence } from './check-record'

/* Body of GET /api/v1/status/history. Times are ISO 8601 UTC. Time without a check has no sample. */

export const HISTORY_DAYS = 90

export const HISTORY_POINTS = 360
export const MAX_HISTORY_POINTS = 1_000

/** `verdict` null: no sample. Periods are contiguous. */
export interface VerdictPeriod {
  from: string
  to: string
  verdict: Verdict | null
}

/** One step of a series. null: unknown. */
export interface HistoryPoint {
  at: string
  /** Number of checks in the step, and of those with a slot. */
  samples: number
  answered: number
  slot: number | null
  /** From the last slot before the step to the last in it; null: after a gap. */
  slotsPerSecond: number | null
  /** The largest reported lag, in slots. */
  lag: number | null
  headAgeSeconds: number | null
  /** Median; `latencyMaxMs` is the largest. */
  latencyMs: number | null
  latencyMaxMs: number | null
}

/** A period that is not ok. A restart of the explorer does not end it, a longer gap does. */
export interface Incident {
  /** Of the incident's document; null: dropped. */
  id: string | null
  cause: string | null
  from: string
  to: string
  seconds: number
  verdicts: Verdict[]
  /** True if the incident may continue beyond the range. */
  cutAtStart: boolean
  cutAtEnd: boolean
}

/** A maintenance window, or an acknowledgement or note from the incident's beginning to when it was made. */
export interface OperatorNote {
  kind: NoteKind
  from: string
  to: string
  note: string
}

export type NoteKind = 'maintenance' | 'acknowledgement' | 'note'

export interface StatusHistory {
  network: string
  from: string
  to: string
  stepSeconds: number
  /** Oldest first; steps without a check are missing. The first and last may extend beyond the range. */
  points: HistoryPoint[]
  periods: VerdictPeriod[]
  incidents: Incident[]
  notes: OperatorNote[]
  /** `noSample`: time without checks. The sum is the length of the range. */
  seconds: Record<Verdict | 'noSample', number>
  /** Who records: this process, another on the same DATA_DIR, or nobody, with a `reason`. */
  recordedBy: 'this' | 'another' | 'nobody'
  reason?: string
  oldest: string | null
}

/** `from` null: the first verdict, or the first after a long gap. */
export interface VerdictChange {
  /** The first check with the verdict; for `frozen`, when the slot was first seen. */
  at: string
  /** The check that confirmed the verdict. */
  confirmedAt: string
  from: Verdict | null
  to: Verdict
  summary: string
}

/** Seconds of unavailability within `days`. */
export interface ErrorBudget {
  /** In percent. */
  objective: number
  days: number
  allowedSeconds: number
  spentSeconds: number
}

/** Body of /status/incident/<id>.json. It ends with `ok`; restarts and gaps do not end it. Null: not recorded, unless told. */
export interface IncidentDocument {
  /** As at webhooks; names the network, and when the incident began as first reported. */
  id: string
  network: string
  /** The worst of its verdicts, and its sentence at confirmation, in known words without URL or key. */
  verdict: Verdict
  cause: string | null
  began: string
  confirmedAt: string
  /** null: the incident is open. */
  ended: string | null
  endConfirmedAt: string | null
  asOf: string
  /** From `began` to `ended`, or to `asOf`; `unseenSeconds` of them without a check. */
  seconds: number
  unseenSeconds: number
  /** Each change of the verdict, oldest first, the end included. */
  turns: VerdictChange[]
  operations: Evidence['operations'] | null
  indexers: Evidence['indexers'] | null
  /** null: not recorded, or no check failed. */
  lastError: { at: string; text: string } | null
  /** Answers that readers did not get, or got stale, because of the indexer. */
  answers: { failed: number; stale: number } | null
  budget: ErrorBudget
  notes: OperatorNote[]
  /** Before, during and after it. */
  history: StatusHistory
}
