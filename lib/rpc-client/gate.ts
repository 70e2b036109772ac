import { clock } from '../platform/clock'
import { RpcError } from '../protocol/rpc/failure'

/** Pauses for a 429 without Retry-After; doubled with each consecutive 429. facts/reliability.md (b). */
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000

/** Jitter, so that several explorers do not return at the same time. */
const JITTER = 0.2

/** Blocks calls, probes included, for the time that a 429 requests. One per indexer. */
export class RateLimitGate {
  #closedUntil = 0
  #refusals = 0

  constructor(private readonly random: () => number = Math.random) {}

  pass(): void {
    const left = this.remainingMs()
    if (left === 0) return
    const message = 'The indexer’s rate-limit pause is not over yet.'
    throw new RpcError({ kind: 'http', status: 429, retryAfterMs: left, message })
  }

  remainingMs(): number {
    return Math.max(0, Math.ceil(this.#closedUntil - clock().monotonic()))
  }

  close(retryAfterMs: number | null): number {
    const backoff = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#refusals)
    const pause = retryAfterMs ?? Math.round(backoff * (1 - JITTER + 2 * JITTER * this.random()))
    this.#refusals++
    this.#closedUntil = Math.max(this.#closedUntil, clock().monotonic() + pause)
    return this.remainingMs()
  }

  hold(pauseMs: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, clock().monotonic() + pauseMs)
  }

  succeeded(): void {
    if (this.remainingMs() === 0) this.#refusals = 0
  }
}
