import { setImmediate } from 'node:timers/promises'
import type { Clock, Pause } from '@/lib/platform/clock'

interface Timer {
  dueMs: number
  call: () => void
}

export const BEGINNING = Date.UTC(2026, 10, 20)

export class VirtualClock implements Clock {
  readonly #timers = new Set<Timer>()
  #nowMs = 0
  #wallMs = BEGINNING

  monotonic(): number {
    return this.#nowMs
  }

  wall(): number {
    return this.#wallMs + this.#nowMs
  }

  after(ms: number, call: () => void): () => void {
    const timer = { dueMs: this.#nowMs + ms, call }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** @param wallMs milliseconds since the epoch */
  restart(wallMs = BEGINNING): void {
    this.#timers.clear()
    this.#nowMs = 0
    this.#wallMs = wallMs
  }

  /** Advances at once: due timers run in order, and nothing else gets a turn between. */
  skip(ms: number): void {
    const toMs = this.#nowMs + ms
    while (this.#callNext(toMs));
    this.#nowMs = toMs
  }

  /** Advances timer by timer: what awaits one gets its turn, and may set the next, before time moves on. */
  pass(ms: number): Promise<void> {
    return this.runTo(this.#nowMs + ms)
  }

  /** Advances `stepMs` at a time until the promise settles. */
  async during<T>(promise: Promise<T>, stepMs = 1): Promise<T> {
    let over = false
    const settled = () => {
      over = true
    }
    promise.then(settled, settled)
    for (await setImmediate(); !over; ) await this.pass(stepMs)
    return promise
  }

  /** Milliseconds since the beginning. */
  async runTo(ms: number): Promise<void> {
    do await setImmediate()
    while (this.#callNext(ms))
    this.#nowMs = ms
  }

  setWall(byMs: number): void {
    this.#wallMs += byMs
  }

  #callNext(untilMs: number): boolean {
    const next = soonest(this.#timers)
    if (!next || next.dueMs > untilMs) return false
    this.#nowMs = Math.max(this.#nowMs, next.dueMs)
    this.#timers.delete(next)
    next.call()
    return true
  }
}

/**
 * @param now both its times, in milliseconds
 * @param wait by default does not wait
 */
export function clockOf(now: () => number, wait: Pause = async () => {}): Clock {
  return {
    monotonic: now,
    wall: now,
    after(ms, call) {
      const cancelled = new AbortController()
      void wait(ms, cancelled.signal).then(() => cancelled.signal.aborted || call())
      return () => cancelled.abort()
    },
  }
}

function soonest(timers: Iterable<Timer>): Timer | undefined {
  let first: Timer | undefined
  for (const timer of timers) if (!first || timer.dueMs < first.dueMs) first = timer
  return first
}
