import { clock } from './clock'

export interface RequestClient {
  /** Clients with the same peer share turns and memory: lib/server/listener/page-turns.ts. */
  peer: string
  /** Aborted once the client has the answer or disconnects. */
  left: AbortSignal
}

/** Work goes on this long after its last client disconnects: longer than the retry interval of a 202, below 5 s. */
export const GRACE_MS = 4_000

/** Tracks whether anyone still needs a shared piece of work: connected clients, and those that left within GRACE_MS. */
export class WaitingClients {
  peer = ''
  #present = 0
  #lastLeftMs = Number.NEGATIVE_INFINITY

  constructor(private readonly onOver: (() => void) | null = null) {}

  get isAnyWaiting(): boolean {
    return this.#present > 0 || clock().monotonic() < this.#lastLeftMs + GRACE_MS
  }

  join({ peer, left }: RequestClient): void {
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
