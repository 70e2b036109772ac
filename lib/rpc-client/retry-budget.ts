import { clock } from '../platform/clock'
import { RecentCount } from '../platform/counters'

/** Retries per call of the last minute. facts/reliability.md (b). */
const SHARE = 0.1
const WINDOW_SECONDS = 60

/** One retry is always allowed in this many milliseconds. */
const ALWAYS_EVERY_MS = 5_000

/** Keeps retries from multiplying the load of a failing indexer. */
export class RetryBudget {
  readonly #calls = new RecentCount(WINDOW_SECONDS)
  readonly #retries = new RecentCount(WINDOW_SECONDS)
  #lastMs = Number.NEGATIVE_INFINITY

  called(): void {
    this.#calls.add()
  }

  spend(): boolean {
    const now = clock().monotonic()
    const within = this.#retries.total() + 1 <= SHARE * this.#calls.total()
    if (!within && now - this.#lastMs < ALWAYS_EVERY_MS) return false
    this.#lastMs = now
    this.#retries.add()
    return true
  }
}
