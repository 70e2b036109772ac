import { once } from '../platform/once'

/** Towards an indexer, in milliseconds. facts/reliability.md (b), "Constants". Only tests change them. */
export const limits = once('limits', () => ({
  connectMs: 1_000,
  attemptMs: 4_000,
  /** Longer than other attempts: some indexers scan all token accounts for a filter. */
  searchMs: 3_000,
  /** For a whole request: attempts, and all chunks of a page. */
  totalMs: 8_000,
  worthTryingMs: 1_000,
  patienceMs: 1_000,
  queueMs: 2_000,
  /** Longer than other queues: searches arrive in groups, and a small plan admits them one by one. */
  searchQueueMs: 5_000,
  /** Below `patienceMs`, so that a waiting client gets the actual failure. */
  retryPauseMs: 800,
  walkPatienceMs: 60_000,
  /** Between two chunks of an export, to spare the indexer. */
  walkPauseMs: 5,
}))
