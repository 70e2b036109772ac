import { once } from '../platform/once'

/** Time limits towards an indexer, in milliseconds. */
export interface Limits {
  connectMs: number
  attemptMs: number
  /** Longer than a usual attempt: some indexers walk every token account for a filter. */
  searchMs: number
  /** One request in full: attempts, and all chunks of a page. */
  totalMs: number
  worthTryingMs: number
  patienceMs: number
  queueMs: number
  /** Longer, because searches arrive in groups and a small plan passes them one by one. */
  searchQueueMs: number
  /** Below `patienceMs`, so that a waiting reader gets the actual failure. */
  retryPauseMs: number
  walkPatienceMs: number
  /** Between two chunks of an export, to spare the indexer. */
  walkPauseMs: number
}

/** facts/reliability.md (b), "Constants". */
const LIMITS: Limits = {
  connectMs: 1_000,
  attemptMs: 4_000,
  searchMs: 3_000,
  totalMs: 8_000,
  worthTryingMs: 1_000,
  patienceMs: 1_000,
  queueMs: 2_000,
  searchQueueMs: 5_000,
  retryPauseMs: 800,
  walkPatienceMs: 60_000,
  walkPauseMs: 5,
}

/** Only tests change them. */
export const limits = once('limits', (): Limits => ({ ...LIMITS }))
