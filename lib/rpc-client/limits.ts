import { once } from '../platform/once'

/** How long things may take towards an indexer, in milliseconds. */
export interface Limits {
  /** Until a connection stands: name, TCP and TLS. */
  connectMs: number
  /** One attempt, from connecting to the last byte. */
  attemptMs: number
  /** The one attempt of a search's call: some indexers walk every token account for a filter. */
  searchMs: number
  /** Everything that one question costs: attempts, and all chunks of a page. */
  totalMs: number
  /** A second attempt needs at least this much time. */
  worthTryingMs: number
  /** For which a reader waits for a newer answer while an old one is at hand. */
  patienceMs: number
  /** For which a call waits for its turn. */
  queueMs: number
  /** The same for a search's call: several come at once, and a small plan lets them pass one by one. */
  searchQueueMs: number
  /** Longest pause before a second attempt: below `patienceMs`, so that who waits so long learns how it really failed. */
  retryPauseMs: number
  /** For which a whole list that is taken away waits for an indexer in trouble, without a row. */
  walkPatienceMs: number
  /** Between two chunks of such a list: the indexer is a guest. */
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

/** The limits of this process: always the same ones, except that tests change them. No setting reaches them. */
export const limits = once('limits', (): Limits => ({ ...LIMITS }))
