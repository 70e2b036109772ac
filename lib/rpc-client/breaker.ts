import { clock } from '../platform/clock'
import { RpcError, type RpcFailure } from '../protocol/rpc/failure'

/** Sample window: calls, and milliseconds. facts/reliability.md (b). */
const SAMPLES = 100
const WINDOW_MS = 10_000

/** Opens when at least so many calls were made in the window, and such a share of them failed. */
const LEAST_SAMPLES = 10
const FAILING_SHARE = 0.5

/** Opens when so many calls in a row failed slowly: hangs of 4 s never make ten samples in 10 s. */
const SLOW_IN_ROW = 3

/** Stays open for this long (ms), twice as long after each trial that failed. */
const FIRST_OPEN_MS = 5_000
const LONGEST_OPEN_MS = 60_000

/** Milliseconds between two trials that the health probe brings about. */
const EARLY_TRIAL_MS = 5_000

/** Milliseconds after its pause in which it still tells how a call would go; later, waiting for one is worth a moment. */
const CAUSE_COUNTS_MS = 15_000

/** Retry-After in milliseconds while a trial is under way. */
const TRIAL_MS = 1_000

/** What a call's end says about the indexer. */
export type CallVerdict =
  | { kind: 'answered' }
  /** Says nothing: a rate limit, a call that had no time, a fault of ours. */
  | { kind: 'nothing' }
  /** `weight` of a failure; `slow` when it kept a reader waiting; `atOnce`: no second one is needed. */
  | { kind: 'failed'; failure: RpcFailure; weight: number; slow: boolean; atOnce: boolean }

/** A call that was let through. */
export interface Passed {
  trial: boolean
}

/** `closed`: requests pass; `open`: they are refused; `half-open`: one of them probes. */
export type BreakerState = 'closed' | 'open' | 'half-open'

/**
 * Stops asking an indexer that fails, and lets one call try now and then. One per indexer.
 * @param changed called at every change of state.
 */
export class Breaker {
  #samples: { atMs: number; weight: number }[] = []
  #slowInRow = 0
  /** Why it is not closed; null: it is. */
  #cause: RpcFailure | null = null
  #openUntil = 0
  #failedTrials = 0
  #trialUnderWay = false
  #probeFailed = false
  #earlyTrialMs = Number.NEGATIVE_INFINITY

  constructor(private readonly changed: (state: BreakerState, cause: RpcFailure | null) => void = () => {}) {}

  get state(): BreakerState {
    if (this.#cause === null) return 'closed'
    return clock().monotonic() < this.#openUntil ? 'open' : 'half-open'
  }

  /** True while a call tries whether the indexer is back. */
  get onTrial(): boolean {
    return this.#trialUnderWay
  }

  /** Canaries were answered while it is open: the next call may try at once. */
  canariesAnswered(): void {
    const now = clock().monotonic()
    if (this.#cause !== null && now < this.#openUntil) this.#openUntil = now
  }

  /** Why calls are held back or on trial, and for how long; null when nothing is known against a call. */
  trouble(): { cause: RpcFailure; retryAfterMs: number | null } | null {
    if (this.#cause === null) return null
    const leftMs = Math.ceil(this.#openUntil - clock().monotonic())
    const retryAfterMs = leftMs > 0 ? leftMs : this.#trialUnderWay ? TRIAL_MS : null
    return retryAfterMs === null && leftMs <= -CAUSE_COUNTS_MS ? null : { cause: this.#cause, retryAfterMs }
  }

  /** @throws RpcError of kind open while no call may pass. */
  check(): void {
    const { cause, retryAfterMs } = this.trouble() ?? { retryAfterMs: null }
    if (retryAfterMs !== null) throw new RpcError({ kind: 'open', last: cause, retryAfterMs, message: cause.message })
  }

  /**
   * Lets a call through; it must be ended. After the pause the first call is the trial, and others wait for its end.
   * @throws RpcError of kind open
   */
  begin(): Passed {
    this.check()
    const trial = this.#cause !== null
    if (trial) {
      this.#trialUnderWay = true
      this.changed('half-open', this.#cause)
    }
    return { trial }
  }

  end({ trial }: Passed, verdict: CallVerdict): void {
    if (trial) this.#trialUnderWay = false
    // Calls from before it opened say nothing new.
    if (verdict.kind === 'nothing' || (this.#cause !== null && !trial)) return
    if (verdict.kind === 'answered') {
      if (trial) this.#close()
      this.#slowInRow = 0
      this.#note(0)
      return
    }
    if (trial) {
      this.#failedTrials++
      this.#open(verdict.failure)
      return
    }
    this.#slowInRow = verdict.slow ? this.#slowInRow + 1 : this.#slowInRow
    this.#note(verdict.weight)
    if (verdict.atOnce || this.#slowInRow >= SLOW_IN_ROW || this.#failsTooOften()) this.#open(verdict.failure)
  }

  /** The health probe got an answer or none. An answer after failures lets a trial through at once. */
  probed(answered: boolean): void {
    const now = clock().monotonic()
    const early = answered && this.#probeFailed && now - this.#earlyTrialMs >= EARLY_TRIAL_MS
    this.#probeFailed = !answered
    if (!early || this.#cause === null || now >= this.#openUntil) return
    this.#openUntil = now
    this.#earlyTrialMs = now
  }

  #note(weight: number): void {
    const now = clock().monotonic()
    this.#samples.push({ atMs: now, weight })
    while (this.#samples.length > SAMPLES || (this.#samples[0]?.atMs ?? now) <= now - WINDOW_MS) this.#samples.shift()
  }

  #failsTooOften(): boolean {
    const failed = this.#samples.reduce((sum, { weight }) => sum + weight, 0)
    return this.#samples.length >= LEAST_SAMPLES && failed >= FAILING_SHARE * this.#samples.length
  }

  #open(cause: RpcFailure): void {
    this.#cause = cause
    this.#openUntil = clock().monotonic() + Math.min(LONGEST_OPEN_MS, FIRST_OPEN_MS * 2 ** this.#failedTrials)
    this.changed('open', cause)
  }

  #close(): void {
    this.#cause = null
    this.#samples = []
    this.#failedTrials = 0
    this.changed('closed', null)
  }
}
