import type { Clock } from '@/lib/platform/clock'

/** Shorter pauses pass by themselves: before a second attempt, for a queue. Longer ones wait for advance(). */
const SHORT_MS = 2_000

interface Timer {
  dueMs: number
  call: () => void
}

/** Short pauses run in real time, because exchanges over loopback do. */
export class StillClock implements Clock {
  readonly #timers = new Set<Timer>()
  #passedMs = 0

  /** @param startMs milliseconds since the epoch */
  constructor(private readonly startMs: number) {}

  monotonic(): number {
    return this.#passedMs
  }

  wall(): number {
    return this.startMs + this.#passedMs
  }

  after(ms: number, call: () => void): () => void {
    if (ms <= SHORT_MS) {
      const timer = setTimeout(call, ms)
      timer.unref()
      return () => clearTimeout(timer)
    }
    const timer = { dueMs: this.#passedMs + ms, call }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  advance(ms: number): void {
    const until = this.#passedMs + ms
    for (;;) {
      const [next] = [...this.#timers].filter(({ dueMs }) => dueMs <= until).sort((a, b) => a.dueMs - b.dueMs)
      if (!next) break
      this.#passedMs = next.dueMs
      this.#timers.delete(next)
      next.call()
    }
    this.#passedMs = until
  }
}
