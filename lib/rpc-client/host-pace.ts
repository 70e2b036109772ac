import { clock } from '../platform/clock'
import type { LimitHint } from './limit-headers'

/** Longest pause that a host's word brings about without a refusal, in milliseconds: a header may be wrong, or of a month. */
const LONGEST_PAUSE_MS = 10_000

/** Pause for no calls left where no reset is named, or where the host has answered although it said so. */
const SHORT_PAUSE_MS = 1_000

/** Few are left: below this share of the window's calls, or this number where the window's is not named. */
const LOW_SHARE = 0.1
const LOW_CALLS = 3

/** Longest pause between two calls while few are left. */
const LONGEST_STEP_MS = 1_000

/** So long (ms) few calls left count where no reset is named. */
const HOLDS_MS = 1_000

/**
 * The pace that a host asks for by what it says of its rate limit: nothing until the reset once no calls are left, one by one
 * over the time that is left while they are few. One per indexer and node of a chain. A host is believed within bounds, and one
 * that answers although it said that no calls were left, hardly.
 */
export class HostPace {
  #nextMs = Number.NEGATIVE_INFINITY
  /** Milliseconds between two calls, and until when that holds (monotonic). */
  #stepMs = 0
  #stepsUntil = Number.NEGATIVE_INFINITY
  /** When the host last said that no calls are left, and until when by its own word. */
  #empty = { atMs: Number.POSITIVE_INFINITY, untilMs: Number.NEGATIVE_INFINITY }
  #isTrusted = true

  /** @param now milliseconds that only run forward: those of the process's clock, unless given. */
  constructor(private readonly now = () => clock().monotonic()) {}

  /**
   * The host has answered.
   * @param hint null: without a word about its limit.
   * @param startedMs when the call began (monotonic).
   * @param refused true for a 429.
   * @param underWay calls that will take their part of what the host says is left.
   */
  note(hint: LimitHint | null, startedMs: number, refused: boolean, underWay = 0): void {
    const { atMs, untilMs } = this.#empty
    if (refused) this.#isTrusted = true
    else if (startedMs > atMs && startedMs < untilMs) this.#isTrusted = false
    if (hint === null) return
    const now = this.now()
    const { remaining, limit, resetMs } = hint
    this.#stepMs = 0
    const left = remaining - underWay
    if (left <= 0) {
      const claimedMs = resetMs ?? SHORT_PAUSE_MS
      // By its own word alone: it may well answer where only those under way leave nothing.
      if (remaining <= 0) this.#empty = { atMs: now, untilMs: now + claimedMs }
      this.#nextMs = Math.max(
        this.#nextMs,
        now + Math.min(this.#isTrusted ? LONGEST_PAUSE_MS : SHORT_PAUSE_MS, claimedMs),
      )
      return
    }
    if (left > Math.max(LOW_CALLS, (limit ?? 0) * LOW_SHARE)) return
    const leftMs = resetMs ?? HOLDS_MS
    this.#stepMs = Math.min(LONGEST_STEP_MS, leftMs / (left + 1))
    this.#stepsUntil = now + Math.min(LONGEST_PAUSE_MS, leftMs)
  }

  /** Milliseconds until the next call may begin; 0: now. */
  waitMs(): number {
    return Math.max(0, Math.ceil(this.#nextMs - this.now()))
  }

  /** A call begins. */
  took(): void {
    const now = this.now()
    if (this.#stepMs > 0 && now < this.#stepsUntil) this.#nextMs = Math.max(this.#nextMs, now + this.#stepMs)
  }
}
