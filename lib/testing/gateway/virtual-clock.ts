import type { Clock } from '@/lib/gateway/health/clock'

interface Timer {
  dueMs: number
  call: () => void
}

/** A clock that runs when it is told to: an hour takes as long as what happens in it. */
export class VirtualClock implements Clock {
  #timers = new Set<Timer>()
  #nowMs = 0

  constructor(private readonly startMs: number) {}

  monotonic(): number {
    return this.#nowMs
  }

  wall(): number {
    return this.startMs + this.#nowMs
  }

  after(ms: number, call: () => void): () => void {
    const timer = { dueMs: this.#nowMs + ms, call }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** Lets time pass up to a moment (ms since the start), timer by timer. */
  async runTo(ms: number): Promise<void> {
    for (;;) {
      // What awaits has its turn, and may set a timer.
      await new Promise((resolve) => setImmediate(resolve))
      const [next] = [...this.#timers].sort((a, b) => a.dueMs - b.dueMs)
      if (!next || next.dueMs > ms) break
      this.#nowMs = Math.max(this.#nowMs, next.dueMs)
      this.#timers.delete(next)
      next.call()
    }
    this.#nowMs = ms
  }
}
