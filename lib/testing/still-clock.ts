import type { Clock } from '@/lib/platform/clock'

/** Milliseconds up to which a pause passes by itself: before a second attempt, for a queue. Longer ones wait to be moved. */
const SHORT_MS = 2_000

interface Timer {
  dueMs: number
  call: () => void
}

/**
 * Time that stands still until it is moved, for an explorer whose pages must be the same whenever they are opened. Short
 * pauses wait for exchanges over loopback, which take real time, so they pass as usual.
 */
export class StillClock implements Clock {
  readonly #timers = new Set<Timer>()
  #passedMs = 0

  /** @param startMs milliseconds since the epoch. */
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

  /** Lets time pass; what is due meanwhile is called in its order. */
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
