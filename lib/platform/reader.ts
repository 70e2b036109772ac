import { clock } from './clock'

export interface Reader {
  /** Readers with the same peer share turns and memory: lib/server/listener/page-turns.ts. */
  peer: string
  /** Aborted once the reader has the answer or disconnects. */
  left: AbortSignal
}

/** Milliseconds that work outlives its last reader: longer than the retry interval of a 202; abandoned work ends within 5 s. */
export const GRACE_MS = 4_000

/** Readers that share one piece of work: those connected, and for GRACE_MS those who were. */
export class Attendance {
  peer = ''
  #present = 0
  #lastLeftMs = Number.NEGATIVE_INFINITY

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
