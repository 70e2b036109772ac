import { clock } from '../platform/clock'
import { RecentCount } from '../platform/counters'

/** Second attempts for each call of the last minute. facts/reliability.md (b). */
const SHARE = 0.1
const WINDOW_SECONDS = 60

/** However few calls there are, one second attempt is allowed in this time (ms). */
const ALWAYS_EVERY_MS = 5_000

/** Keeps second attempts from multiplying the load of an indexer that fails. One per indexer. */
export class RetryBudget {
  readonly #calls = new RecentCount(WINDOW_SECONDS)
  readonly #retries = new RecentCount(WINDOW_SECONDS)
  #lastMs = Number.NEGATIVE_INFINITY

  /** Notes a first attempt. */
  called(): void {
    this.#calls.add()
  }

  /** Takes one second attempt out of the budget; false when it is used up. */
  spend(): boolean {
    const now = clock().monotonic()
    const within = this.#retries.total() + 1 <= SHARE * this.#calls.total()
    if (!within && now - this.#lastMs < ALWAYS_EVERY_MS) return false
    this.#lastMs = now
    this.#retries.add()
    return true
  }
}
