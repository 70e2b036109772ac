import type { Verdict } from '../../api/verdicts'

/*
 * Body of GET /api/v1/status/availability. Available: `ok`, and `limited` or `unknown` for a minute after it. Time without a
 * check and maintenance do not count. Times are ISO 8601 UTC.
 */

export interface Availability {
  from: string
  to: string
  countedSeconds: number
  availableSeconds: number
  maintenanceSeconds: number
  noSampleSeconds: number
  /** Available share of counted time, 0 to 1; null if nothing counts. */
  ratio: number | null
}

export interface MonthlyAvailability extends Availability {
  /** `2026-11`. */
  month: string
  /** `noSample` is the rest. */
  seconds: Record<Verdict | 'noSample', number>
}

/** Seconds of unavailability. */
export interface ErrorBudget {
  objective: number
  days: number
  allowedSeconds: number
  spentSeconds: number
  /** Negative: overspent. */
  leftSeconds: number
  remainingRatio: number
  /** 1 spends exactly all within `days`; null: no checks. */
  burnRate: { lastHour: number | null; lastSixHours: number | null }
}

export interface StatusAvailability {
  network: string
  windows: { days: number; availability: Availability }[]
  budget: ErrorBudget
  /** Oldest first; kept beyond the 90 days of the history. */
  months: MonthlyAvailability[]
}
