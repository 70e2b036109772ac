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
  /** Calls of this and the previous minute; null: no previous minute. */
  #minute: { fromMs: number; calls: number; before: number | null }

  constructor(perSecond: number) {
    this.#ceiling = perSecond * USED_SHARE
    this.#capacity = Math.max(1, perSecond * BURST_SHARE)
    this.#rate = this.#ceiling
    this.#tokens = this.#capacity
    this.#refilledMs = this.#cleanSinceMs = clock().monotonic()
    this.#minute = { fromMs: this.#refilledMs, calls: 0, before: null }
  }

  /** True if at least half of the plan was unused for a whole minute, and still is. */
  get isHalfUnused(): boolean {
    const { calls, before } = this.#countedMinute()
    const half = (this.#ceiling / USED_SHARE / 2) * (MINUTE_MS / 1_000)
    return before !== null && Math.max(calls, before) <= half
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
    this.#refill()
    this.#countedMinute().calls++
    this.#tokens--
  }

  /** Charges a call that does not wait, such as a probe's: later calls wait longer. */
  charge(): void {
    this.#refill()
    this.#countedMinute().calls++
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

  #countedMinute() {
    const minutes = Math.floor((clock().monotonic() - this.#minute.fromMs) / MINUTE_MS)
    if (minutes > 0) {
      const { fromMs, calls } = this.#minute
      this.#minute = { fromMs: fromMs + minutes * MINUTE_MS, calls: 0, before: minutes === 1 ? calls : 0 }
    }
    return this.#minute
  }

  #refill(): void {
    const now = clock().monotonic()
    while (now - this.#cleanSinceMs >= CLEAN_MS) {
      this.#cleanSinceMs += CLEAN_MS
      this.#rate = Math.min(this.#ceiling, this.#rate + RAISE)
    }
    this.#tokens = Math.min(this.#capacity, this.#tokens + ((now - this.#refilledMs) / 1_000) * this.#rate)
    this.#refilledMs = now
  }
}
