import { clock } from './clock'

/** Who waits for an answer. */
export interface Reader {
  /** Shares turns and memory with nobody else: lib/server/listener/page-turns.ts. */
  peer: string
  /** Aborted once the reader has the answer, or has left without it. */
  left: AbortSignal
}

/**
 * Milliseconds for which work goes on after its last reader's answer: who is answered 202 asks again sooner, and work that
 * nobody waits for has ended within 5 s.
 */
export const GRACE_MS = 4_000

/** Who waits for work that readers share: those who are being answered, and for a moment those who were. */
export class Attendance {
  /** Of the reader who came last. */
  peer = ''
  #present = 0
  /** Monotonic milliseconds. */
  #lastLeftMs = Number.NEGATIVE_INFINITY

  /** @param onOver called when nobody came again in time. */
  constructor(private readonly onOver: (() => void) | null = null) {}

  get isOn(): boolean {
    return this.#present > 0 || clock().monotonic() < this.#lastLeftMs + GRACE_MS
  }

  join({ peer, left }: Reader): void {
    this.peer = peer
    this.#present++
    if (left.aborted) this.#leave()
    else left.addEventListener('abort', () => this.#leave(), { once: true })
  }

  #leave(): void {
    this.#present--
    const leftMs = clock().monotonic()
    this.#lastLeftMs = leftMs
    const { onOver } = this
    if (!onOver) return
    clock().after(GRACE_MS, () => {
      if (this.#present === 0 && this.#lastLeftMs === leftMs) onOver()
    })
  }
}
