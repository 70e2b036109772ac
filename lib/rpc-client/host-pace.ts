import { clock } from '../platform/clock'
import type { LimitHint } from './limit-headers'

/** Longest pause that a hint causes without a refusal: a header may be wrong, or for a month. */
const MAX_PAUSE_MS = 10_000

/** Pause at no calls left, where no reset is named or where the host's last such hint was wrong. */
const SHORT_PAUSE_MS = 1_000

const LOW_SHARE = 0.1
const LOW_CALLS = 3

const MAX_STEP_MS = 1_000

const HOLDS_MS = 1_000

/** Hints are bounded, and trusted less after a host answers although it reported no calls left. One per indexer or node. */
export class HostPace {
  #nextMs = Number.NEGATIVE_INFINITY
  #stepMs = 0
  #stepsUntil = Number.NEGATIVE_INFINITY
  #empty = { atMs: Number.POSITIVE_INFINITY, untilMs: Number.NEGATIVE_INFINITY }
  #isTrusted = true

  constructor(private readonly now = () => clock().monotonic()) {}

  /** `underWay`: other calls in flight, which use up part of what is left. */
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
      // Only by the host's own number: the one reduced by calls in flight may be too low.
      if (remaining <= 0) this.#empty = { atMs: now, untilMs: now + claimedMs }
      this.#nextMs = Math.max(this.#nextMs, now + Math.min(this.#isTrusted ? MAX_PAUSE_MS : SHORT_PAUSE_MS, claimedMs))
      return
    }
    if (left > Math.max(LOW_CALLS, (limit ?? 0) * LOW_SHARE)) return
    const leftMs = resetMs ?? HOLDS_MS
    this.#stepMs = Math.min(MAX_STEP_MS, leftMs / (left + 1))
    this.#stepsUntil = now + Math.min(MAX_PAUSE_MS, leftMs)
  }

  waitMs(): number {
    return Math.max(0, Math.ceil(this.#nextMs - this.now()))
  }

  took(): void {
    const now = this.now()
    if (this.#stepMs > 0 && now < this.#stepsUntil) this.#nextMs = Math.max(this.#nextMs, now + this.#stepMs)
  }
}
