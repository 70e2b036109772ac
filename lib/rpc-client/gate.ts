import { clock } from '../platform/clock'
import { RpcError } from '../protocol/rpc/failure'

/** Pauses when the indexer names none: doubled with each 429 in a row. facts/reliability.md (b). */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** Our own pauses vary by this share either way, so that several explorers do not come back together. */
const JITTER = 0.2

/**
 * Keeps quiet towards an indexer that answered 429, for as long as it asked for. One per indexer; the probe respects it too.
 */
export class Gate {
  #closedUntil = 0
  #refusals = 0

  constructor(private readonly random: () => number = Math.random) {}

  /** @throws RpcError of kind http 429 while the gate is closed. */
  pass(): void {
    const left = this.remainingMs()
    if (left === 0) return
    const message = 'The indexer’s rate-limit pause is not over yet.'
    throw new RpcError({ kind: 'http', status: 429, retryAfterMs: left, message })
  }

  /** Milliseconds until calls are allowed again; 0 when they are. */
  remainingMs(): number {
    return Math.max(0, Math.ceil(this.#closedUntil - clock().monotonic()))
  }

  /** The indexer answered 429. Returns the pause in milliseconds. */
  close(retryAfterMs: number | null): number {
    const backoff = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#refusals)
    const pause = retryAfterMs ?? Math.round(backoff * (1 - JITTER + 2 * JITTER * this.random()))
    this.#refusals++
    this.#closedUntil = Math.max(this.#closedUntil, clock().monotonic() + pause)
    return this.remainingMs()
  }

  /** The indexer says, without a refusal, that it takes no calls for so many milliseconds. */
  hold(pauseMs: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, clock().monotonic() + pauseMs)
  }

  /** The indexer answered: the next pause is a short one again. */
  succeeded(): void {
    if (this.remainingMs() === 0) this.#refusals = 0
  }
}
