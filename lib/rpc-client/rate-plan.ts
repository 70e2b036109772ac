import { clock } from '../platform/clock'
import type { RequestClass } from './urgency'

/** The share of the plan that we use: others may have the same key, and clocks differ. facts/reliability.md (b). */
const USED_SHARE = 0.8

/** Burst and refill together stay within the plan in any second. */
const BURST_SHARE = 0.2

const LEFT_FOR_OTHERS: Readonly<Record<RequestClass, number>> = {
  interactive: 0,
  search: 0.25,
  refresh: 0.25,
  export: 0.5,
}

const CUT_FACTOR = 0.7
const RAISE = 1
const CLEAN_MS = 60_000
const MINUTE_MS = 60_000

/** Refusals within this many milliseconds count as one: concurrent calls are refused together. */
const SAME_REFUSAL_MS = 1_000

const MIN_SHARE = 0.05

/** Below this rate answers stay fresh for longer: four times as long at 1.6 calls per second. facts/reliability.md (b). */
const FULL_FRESHNESS_RATE = 6.4
const MAX_FACTOR = 60

const PROBE_SHARE = 0.25
const PROBE_CALLS = 2
const MAX_PROBE_MS = 60_000

/** Token bucket of an indexer's plan, one token per call; the refill rate drops after refusals. INDEXER_RATE. */
export class RatePlan {
  readonly #ceiling: number
  readonly #capacity: number
  #rate: number
  #tokens: number
  #refilledMs: number
  #cutMs = Number.NEGATIVE_INFINITY
  #cleanSinceMs: number
  /** Calls beyond half of the plan, and when they were last more than it allows in a second. */
  #beyondHalf = 0
  #busyMs: number

  constructor(perSecond: number) {
    this.#ceiling = perSecond * USED_SHARE
    this.#capacity = Math.max(1, perSecond * BURST_SHARE)
    this.#rate = this.#ceiling
    this.#tokens = this.#capacity
    this.#refilledMs = this.#cleanSinceMs = this.#busyMs = clock().monotonic()
  }

  /** For a whole minute until now. */
  get wasHalfUnused(): boolean {
    return clock().monotonic() - this.#busyMs >= MINUTE_MS
  }

  get rate(): number {
    this.#refill()
    return this.#rate
  }

  get tokens(): number {
    this.#refill()
    return this.#tokens
  }

  waitMs(by: RequestClass): number {
    const missing = Math.min(this.#capacity, 1 + LEFT_FOR_OTHERS[by] * this.#capacity) - this.tokens
    // The margin absorbs rounding errors, which would cause another wait.
    return missing <= 1e-9 ? 0 : Math.ceil((missing / this.#rate) * 1_000)
  }

  take(): void {
    this.#note()
    this.#tokens--
  }

  /** Charges a call that does not wait, such as a probe's: later calls wait longer. */
  charge(): void {
    this.#note()
    this.#tokens = Math.max(-PROBE_CALLS, this.#tokens - 1)
  }

  refused(): void {
    this.#refill()
    const now = clock().monotonic()
    this.#cleanSinceMs = now
    if (now - this.#cutMs < SAME_REFUSAL_MS) return
    this.#cutMs = now
    this.#rate = Math.max(this.#ceiling * MIN_SHARE, this.#rate * CUT_FACTOR)
  }

  get freshnessFactor(): number {
    return Math.min(MAX_FACTOR, Math.max(1, FULL_FRESHNESS_RATE / this.rate))
  }

  get probeMs(): number {
    return Math.min(MAX_PROBE_MS, (PROBE_CALLS / (PROBE_SHARE * this.rate)) * 1_000)
  }

  #note(): void {
    this.#refill()
    const most = Math.max(1, this.#ceiling / USED_SHARE)
    if (++this.#beyondHalf > most) {
      this.#beyondHalf = most
      this.#busyMs = clock().monotonic()
    }
  }

  #refill(): void {
    const now = clock().monotonic()
    while (now - this.#cleanSinceMs >= CLEAN_MS) {
      this.#cleanSinceMs += CLEAN_MS
      this.#rate = Math.min(this.#ceiling, this.#rate + RAISE)
    }
    const seconds = (now - this.#refilledMs) / 1_000
    this.#tokens = Math.min(this.#capacity, this.#tokens + seconds * this.#rate)
    this.#beyondHalf = Math.max(0, this.#beyondHalf - (seconds * this.#ceiling) / USED_SHARE / 2)
    this.#refilledMs = now
  }
}
