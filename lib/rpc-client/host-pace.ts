import { clock } from '../platform/clock'
import type { LimitHint } from './limit-headers'

/** Longest pause for a rate-limit header without a 429: the header may be wrong, or its window a month. */
const MAX_PAUSE_MS = 10_000

/** Pause at zero calls left, if the header has no reset or the host's last such header was wrong. */
const SHORT_PAUSE_MS = 1_000

const LOW_SHARE = 0.1
const LOW_CALLS = 3

const MAX_STEP_MS = 1_000

const HINT_VALID_MS = 1_000

/** Paces calls by rate-limit headers, which are trusted less after a host answers despite zero calls left. One per host. */
export class HostPace {
  #nextMs = Number.NEGATIVE_INFINITY
  #stepMs = 0
  #stepsUntil = Number.NEGATIVE_INFINITY
  #empty = { atMs: Number.POSITIVE_INFINITY, untilMs: Number.NEGATIVE_INFINITY }
  #isTrusted = true

  constructor(private readonly now = () => clock().monotonic()) {}

  /** @param underWay other calls in flight, which the header may not count yet */
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
      // Not `left`, which is an estimate: only the host's number can be wrong.
      if (remaining <= 0) this.#empty = { atMs: now, untilMs: now + claimedMs }
      this.#nextMs = Math.max(this.#nextMs, now + Math.min(this.#isTrusted ? MAX_PAUSE_MS : SHORT_PAUSE_MS, claimedMs))
      return
    }
    if (left > Math.max(LOW_CALLS, (limit ?? 0) * LOW_SHARE)) return
    const leftMs = resetMs ?? HINT_VALID_MS
    this.#stepMs = Math.min(MAX_STEP_MS, leftMs / (left + 1))
    this.#stepsUntil = now + Math.min(MAX_PAUSE_MS, leftMs)
  }

  waitMs(): number {
    return Math.max(0, Math.ceil(this.#nextMs - this.now()))
  }

  noteCall(): void {
    const now = this.now()
    if (this.#stepMs > 0 && now < this.#stepsUntil) this.#nextMs = Math.max(this.#nextMs, now + this.#stepMs)
  }
}
