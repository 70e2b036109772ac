import type { Verdict } from '../../api/verdicts'

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

/** A period that is not ok. A restart of the explorer does not end an incident, a longer gap does. */
export interface Incident {
  from: string
  to: string
  seconds: number
  verdicts: Verdict[]
  /** True if the incident may continue beyond the range. */
  cutAtStart: boolean
  cutAtEnd: boolean
}

/** A maintenance window, or an acknowledgement from the incident's beginning to when it was made. */
export interface OperatorNote {
  kind: 'maintenance' | 'acknowledgement'
  from: string
  to: string
  note: string
}

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
