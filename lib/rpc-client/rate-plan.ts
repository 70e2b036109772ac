import { clock } from '../platform/clock'
import type { RequestClass } from './urgency'

/** Share of the plan that is used: others may use the same key, and clocks differ. facts/reliability.md (b). */
const USED_SHARE = 0.8

/** With the refill, no second holds more than the plan. */
const BURST_SHARE = 0.2

const LEFT_FOR_OTHERS: Readonly<Record<RequestClass, number>> = {
  interactive: 0,
  search: 0.25,
  refresh: 0.25,
  export: 0.5,
}

const CUT = 0.7
const RAISE = 1
const CLEAN_MS = 60_000

/** Milliseconds: concurrent calls are refused together, which counts as one refusal. */
const ONE_CUT_MS = 1_000

const MIN_SHARE = 0.05

/** facts/reliability.md (b), "scale to the plan": at 1.6 calls per second (a plan of 2) freshness is four times as long: 4 s for the slot, 12 s for lists. */
const FACTOR_AT = 6.4
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

  constructor(perSecond: number) {
    this.#ceiling = perSecond * USED_SHARE
    this.#capacity = Math.max(1, perSecond * BURST_SHARE)
    this.#rate = this.#ceiling
    this.#tokens = this.#capacity
    this.#refilledMs = this.#cleanSinceMs = clock().monotonic()
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
    // Rounded with a margin: the clock's fractions must not cause the same wait again.
    return missing <= 1e-9 ? 0 : Math.ceil((missing / this.#rate) * 1_000)
  }

  take(): void {
    this.#refill()
    this.#tokens--
  }

  /** Charges a probe's call, which does not wait; later calls do. */
  owe(): void {
    this.#refill()
    this.#tokens = Math.max(-PROBE_CALLS, this.#tokens - 1)
  }

  refused(): void {
    this.#refill()
    const now = clock().monotonic()
    this.#cleanSinceMs = now
    if (now - this.#cutMs < ONE_CUT_MS) return
    this.#cutMs = now
    this.#rate = Math.max(this.#ceiling * MIN_SHARE, this.#rate * CUT)
  }

  get freshnessFactor(): number {
    return Math.min(MAX_FACTOR, Math.max(1, FACTOR_AT / this.rate))
  }

  get probeMs(): number {
    return Math.min(MAX_PROBE_MS, (PROBE_CALLS / (PROBE_SHARE * this.rate)) * 1_000)
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
