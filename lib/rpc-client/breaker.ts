import { clock } from '../platform/clock'
import { RpcError, type RpcFailure } from '../protocol/rpc/failure'

const SAMPLES = 100
const WINDOW_MS = 10_000

const MIN_SAMPLES = 10
const FAILING_SHARE = 0.5

/** Consecutive slow failures that open the breaker: hangs of 4 s never make ten samples in 10 s. */
const MAX_SLOW_IN_ROW = 3

/** Milliseconds that the breaker stays open; doubled after each failed trial. */
const FIRST_OPEN_MS = 5_000
const MAX_OPEN_MS = 60_000

/** Milliseconds after the pause in which callers get the cause instead of waiting for a trial. */
const CAUSE_VALID_MS = 15_000

const TRIAL_MS = 1_000

export type CallVerdict =
  | { kind: 'answered' }
  /** No evidence: a rate limit, a call without time left, our own fault. */
  | { kind: 'nothing' }
  /** `slow`: a client had to wait; `atOnce`: one such failure opens the breaker. */
  | { kind: 'failed'; failure: RpcFailure; weight: number; slow: boolean; atOnce: boolean }

export interface BreakerPermit {
  trial: boolean
}

export type BreakerState = 'closed' | 'open' | 'half-open'

/** Circuit breaker of one indexer: blocks calls while it fails, and lets one trial call through now and then. */
export class Breaker {
  #samples: { atMs: number; weight: number }[] = []
  #slowInRow = 0
  #cause: RpcFailure | null = null
  #openUntil = 0
  #failedTrials = 0
  #trialUnderWay = false
  #probeFailed = false

  constructor(private readonly changed: (state: BreakerState, cause: RpcFailure | null) => void = () => {}) {}

  get state(): BreakerState {
    if (this.#cause === null) return 'closed'
    return clock().monotonic() < this.#openUntil ? 'open' : 'half-open'
  }

  get onTrial(): boolean {
    return this.#trialUnderWay
  }

  /** Allows a trial at once: another call shows that the indexer answers again. */
  noteRecovery(): void {
    if (this.#cause !== null) this.#openUntil = Math.min(this.#openUntil, clock().monotonic())
  }

  trouble(): { cause: RpcFailure; retryAfterMs: number | null } | null {
    if (this.#cause === null) return null
    const leftMs = Math.ceil(this.#openUntil - clock().monotonic())
    const retryAfterMs = leftMs > 0 ? leftMs : this.#trialUnderWay ? TRIAL_MS : null
    return retryAfterMs === null && leftMs <= -CAUSE_VALID_MS ? null : { cause: this.#cause, retryAfterMs }
  }

  check(): void {
    const { cause, retryAfterMs } = this.trouble() ?? { retryAfterMs: null }
    if (retryAfterMs !== null) throw new RpcError({ kind: 'open', last: cause, retryAfterMs, message: cause.message })
  }

  /** Callers must pass the permit to end(). After the pause the first call is the trial. @throws RpcError of kind open */
  begin(): BreakerPermit {
    this.check()
    const trial = this.#cause !== null
    if (trial) {
      this.#trialUnderWay = true
      this.changed('half-open', this.#cause)
    }
    return { trial }
  }

  end({ trial }: BreakerPermit, verdict: CallVerdict): void {
    if (trial) this.#trialUnderWay = false
    // Calls that began before the breaker opened are no new evidence.
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
    if (verdict.atOnce || this.#slowInRow >= MAX_SLOW_IN_ROW || this.#failsTooOften()) this.#open(verdict.failure)
  }

  /** Only a change from failed to answered is evidence: other calls can fail while probes succeed. */
  noteProbe(answered: boolean): void {
    if (answered && this.#probeFailed) this.noteRecovery()
    this.#probeFailed = !answered
  }

  #note(weight: number): void {
    const now = clock().monotonic()
    this.#samples.push({ atMs: now, weight })
    while (this.#samples.length > SAMPLES || (this.#samples[0]?.atMs ?? now) <= now - WINDOW_MS) this.#samples.shift()
  }

  #failsTooOften(): boolean {
    const failed = this.#samples.reduce((sum, { weight }) => sum + weight, 0)
    return this.#samples.length >= MIN_SAMPLES && failed >= FAILING_SHARE * this.#samples.length
  }

  #open(cause: RpcFailure): void {
    this.#cause = cause
    this.#openUntil = clock().monotonic() + Math.min(MAX_OPEN_MS, FIRST_OPEN_MS * 2 ** this.#failedTrials)
    this.changed('open', cause)
  }

  #close(): void {
    this.#cause = null
    this.#samples = []
    this.#failedTrials = 0
    this.changed('closed', null)
  }
}
