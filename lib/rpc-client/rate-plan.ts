import { clock } from '../platform/clock'
import type { RequestClass } from './urgency'

/** Share of the plan that is used: others may use the same key, and clocks differ. facts/reliability.md (b). */
const USED_SHARE = 0.8

/** Share of a second's plan that may be spent at once: with the refill, no second holds more than the plan. */
const BURST_SHARE = 0.2

/** Share of the burst that a class leaves to more urgent ones. */
const LEFT_FOR_OTHERS: Readonly<Record<RequestClass, number>> = {
  interactive: 0,
  search: 0.25,
  refresh: 0.25,
  export: 0.5,
}

/** After a 429: less; after a minute without: more, in calls per second. */
const CUT = 0.7
const RAISE = 1
const CLEAN_MS = 60_000

/** Refusals within this time (ms) are one: calls under way together are refused together. */
const ONE_CUT_MS = 1_000

/** It never falls below this share of the plan. */
const LEAST_SHARE = 0.05

/** Share of the rate that renewing what is read over and over may cost. facts/reliability.md (b), "scale to the plan". */
const HOT_SHARE = 0.5
const HOT_WINDOW_MS = 10_000

/** At 1.6 calls per second (a plan of 2) freshness is four times as long: 4 s for the slot, 12 s for lists. */
const FACTOR_AT = 6.4
const MAX_FACTOR = 60

/** Share of the rate that health probes may cost, and the calls of one. */
const PROBE_SHARE = 0.25
const PROBE_CALLS = 2
const LONGEST_PROBE_MS = 60_000

/**
 * What an indexer's plan allows: a bucket of tokens, one per call, refilled at a rate that gives way to refusals.
 * INDEXER_RATE; one per indexer, or one for all of them.
 * @param perSecond calls per second that the plan allows.
 */
export class RatePlan {
  readonly #ceiling: number
  readonly #capacity: number
  #rate: number
  #tokens: number
  #refilledMs: number
  #cutMs = Number.NEGATIVE_INFINITY
  #cleanSinceMs: number
  /** Calls of class refresh since the factor was last computed. */
  #refreshes = 0
  #factor = 1
  #factorMs: number

  constructor(perSecond: number) {
    this.#ceiling = perSecond * USED_SHARE
    this.#capacity = Math.max(1, perSecond * BURST_SHARE)
    this.#rate = this.#ceiling
    this.#tokens = this.#capacity
    this.#refilledMs = this.#cleanSinceMs = this.#factorMs = clock().monotonic()
  }

  /** Calls per second at present. */
  get rate(): number {
    this.#refill()
    return this.#rate
  }

  /** Calls that may be made at once; below zero while a probe is being paid for. */
  get tokens(): number {
    this.#refill()
    return this.#tokens
  }

  /** Milliseconds until a call of this class may be made; 0: now. */
  waitMs(by: RequestClass): number {
    const missing = Math.min(this.#capacity, 1 + LEFT_FOR_OTHERS[by] * this.#capacity) - this.tokens
    // A hair more than enough: what the clock's fractions swallow must not let the same wait come again.
    return missing <= 1e-9 ? 0 : Math.ceil((missing / this.#rate) * 1_000)
  }

  /** Pays for a call. */
  take(by: RequestClass): void {
    this.#refill()
    this.#tokens--
    if (by === 'refresh') this.#refreshes++
  }

  /** Pays for a call that does not wait: a probe's. The next ones wait for it. */
  owe(): void {
    this.#refill()
    this.#tokens = Math.max(-PROBE_CALLS, this.#tokens - 1)
  }

  /** The indexer answered 429. */
  refused(): void {
    this.#refill()
    const now = clock().monotonic()
    this.#cleanSinceMs = now
    if (now - this.#cutMs < ONE_CUT_MS) return
    this.#cutMs = now
    this.#rate = Math.max(this.#ceiling * LEAST_SHARE, this.#rate * CUT)
  }

  /** How many times as long as usual answers count as fresh, so that the hot set stays within its share. */
  get freshnessFactor(): number {
    const now = clock().monotonic()
    const elapsedMs = now - this.#factorMs
    if (elapsedMs >= HOT_WINDOW_MS) {
      const share = this.#refreshes / (elapsedMs / 1_000) / (HOT_SHARE * this.rate)
      this.#factorMs = now
      this.#refreshes = 0
      // The root, because what was answered before keeps the age it got: the effect comes late.
      this.#factor *= Math.min(2, Math.max(0.5, Math.sqrt(share)))
    }
    const least = Math.max(1, FACTOR_AT / this.rate)
    this.#factor = Math.min(MAX_FACTOR, Math.max(least, this.#factor))
    return this.#factor
  }

  /** Milliseconds between two health probes that the plan has room for. */
  get probeMs(): number {
    return Math.min(LONGEST_PROBE_MS, (PROBE_CALLS / (PROBE_SHARE * this.rate)) * 1_000)
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
