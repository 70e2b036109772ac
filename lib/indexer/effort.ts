import { setImmediate } from 'node:timers/promises'
import { RPC_CODES } from '@/lib/rpc/envelope'
import type { Clock } from './clock'
import { MethodError } from './method-error'

/** Milliseconds after which a filter is too broad. Issue 8: "cannot fill its page within 2 s". */
export const PATIENCE_MS = 2_000

/** Index entries that are looked through for one HTTP request at most. Our choice. */
export const MAX_ENTRIES = 10_000_000

/**
 * Bytes of results that are made for one HTTP request, be they sent or not: one too big for an answer is made all the same.
 * Our choice: four of the largest.
 */
export const MAX_MADE = 4 * 10_485_760

/** Whoever asked has left: nothing more is done. */
export class ClientLeft extends Error {
  override readonly name = 'ClientLeft'
}

/** What was done for one HTTP request: counted, so that bounds on it hold on every machine. */
export interface Work {
  /** Bytes of the request that were looked at, each time they were. */
  bytes: number
  /** Values that were built of its params. */
  values: number
  /** Calls that were carried out. */
  calls: number
  /** Index entries that were looked through. */
  entries: number
  /** Bytes of results. */
  made: number
}

/** Milliseconds of work after which others get their turn. */
const TURN = 10

/** The work for one HTTP request, all calls of its batch together, and its bounds. Photon has none of them. */
export class Effort {
  readonly work: Work = { bytes: 0, values: 0, calls: 0, entries: 0, made: 0 }
  private lookedMs = 0
  private turnEnds = performance.now() + TURN

  /** @param signal aborts when whoever asked has left; null: nobody can. */
  constructor(readonly signal: AbortSignal | null = null) {}

  readBytes(bytes: number): void {
    this.work.bytes += bytes
  }

  built(values: number): void {
    this.work.values += values
  }

  made(bytes: number): void {
    this.work.made += bytes
  }

  /**
   * To be called before each call.
   * @throws ClientLeft; MethodError where the request has cost as much as one may.
   */
  call(): void {
    this.stay()
    if (this.work.made > MAX_MADE) {
      throw new MethodError(RPC_CODES.server, 'The calls of this batch answer too much: send them one by one')
    }
    this.work.calls++
  }

  /**
   * Begins to look through an index. The function it answers is told how many entries come next; it is false when enough
   * was looked through, by this call or those before it.
   */
  look(clock: Clock): (entries: number) => boolean {
    let at = clock.now()
    return (entries) => {
      this.stay()
      const now = clock.now()
      this.lookedMs += now - at
      at = now
      this.work.entries += entries
      return this.lookedMs < PATIENCE_MS && this.work.entries <= MAX_ENTRIES
    }
  }

  /** @throws ClientLeft */
  stay(): void {
    if (this.signal?.aborted) throw new ClientLeft('whoever asked has left')
  }

  /** Lets others have their turn, where this one was long. */
  async turn(): Promise<void> {
    if (performance.now() <= this.turnEnds) return
    await setImmediate()
    this.turnEnds = performance.now() + TURN
  }
}
