import { once } from '../platform/once'

/** Towards an indexer, in milliseconds. facts/reliability.md (b), "Constants". Only tests change them. */
export const limits = once('limits', () => ({
  connectMs: 1_000,
  attemptMs: 4_000,
  /** Longer than a usual attempt: some indexers walk every token account for a filter. */
  searchMs: 3_000,
  /** One request in full: attempts, and all chunks of a page. */
  totalMs: 8_000,
  worthTryingMs: 1_000,
  patienceMs: 1_000,
  queueMs: 2_000,
  /** Longer, because searches arrive in groups and a small plan passes them one by one. */
  searchQueueMs: 5_000,
  /** Below `patienceMs`, so that a waiting reader gets the actual failure. */
  retryPauseMs: 800,
  walkPatienceMs: 60_000,
  /** Between two chunks of an export, to spare the indexer. */
  walkPauseMs: 5,
}))
