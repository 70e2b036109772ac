import type { Verdict } from '../../api/verdicts'

/*
 * For how much of a time an indexer was available: body of GET /api/v1/status/availability. Available is what strict monitors
 * call so: `ok`, and for a minute `limited` and `unknown` after it. Time without a check and maintenance windows do not
 * count. Times are ISO 8601 UTC.
 */

/** A time, its parts in seconds. */
export interface Availability {
  from: string
  to: string
  /** Checked, and outside of maintenance windows. */
  countedSeconds: number
  availableSeconds: number
  /** Inside maintenance windows, checked or not. */
  maintenanceSeconds: number
  /** Without a check, outside of maintenance windows. */
  noSampleSeconds: number
  /** Available of counted, 0 to 1; null where nothing counts. */
  ratio: number | null
}

/** A month in UTC, up to the present where it is not over. */
export interface MonthlyAvailability extends Availability {
  /** `2026-11`. */
  month: string
  /** Seconds by verdict; `noSample` is the rest. */
  seconds: Record<Verdict | 'noSample', number>
}

/** How much of what the objective allows is spent. Seconds that were not available. */
export interface ErrorBudget {
  /** OBJECTIVE as a ratio: 0.995. */
  objective: number
  /** Days that it is computed over, up to now. */
  days: number
  allowedSeconds: number
  spentSeconds: number
  /** Negative where more was spent than allowed. */
  leftSeconds: number
  /** Left of allowed: 1 where nothing is spent. */
  remainingRatio: number
  /** How fast it is being spent; 1 spends exactly all of it within `days`. Null where nothing was checked. */
  burnRate: { lastHour: number | null; lastSixHours: number | null }
}

/** Body of GET /api/v1/status/availability. */
export interface StatusAvailability {
  network: string
  /** The last day, 7, 30 and 90 days. */
  windows: { days: number; availability: Availability }[]
  budget: ErrorBudget
  /** All that is recorded, oldest first: kept beyond the 90 days of the history. */
  months: MonthlyAvailability[]
}
