import { setImmediate } from 'node:timers/promises'
import type { Clock, Pause } from '@/lib/platform/clock'

interface Timer {
  dueMs: number
  call: () => void
}

/** When virtual clocks begin, in milliseconds since the epoch. */
export const BEGINNING = Date.UTC(2026, 10, 20)

/** A clock that moves only on command: an hour takes as long as what happens in it. */
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

  /** Starts over, with no timer. @param wallMs the wall time then, in milliseconds since the epoch. */
  restart(wallMs = BEGINNING): void {
    this.#timers.clear()
    this.#nowMs = 0
    this.#wallMs = wallMs
  }

  /** Lets time pass at once: timers that become due are called in their order, and nothing else gets a turn between. */
  skip(ms: number): void {
    const toMs = this.#nowMs + ms
    while (this.#callNext(toMs));
    this.#nowMs = toMs
  }

  /** Lets time pass, timer by timer: what awaits one has its turn, and may set the next, before time goes on. */
  pass(ms: number): Promise<void> {
    return this.runTo(this.#nowMs + ms)
  }

  /** Lets time pass, `stepMs` at a time, until a promise is settled, which it gives back. */
  async during<T>(promise: Promise<T>, stepMs = 1): Promise<T> {
    let over = false
    const settled = () => {
      over = true
    }
    promise.then(settled, settled)
    for (await setImmediate(); !over; ) await this.pass(stepMs)
    return promise
  }

  /** Lets time pass up to a moment (ms since the beginning), as pass() does. */
  async runTo(ms: number): Promise<void> {
    do await setImmediate()
    while (this.#callNext(ms))
    this.#nowMs = ms
  }

  /** Sets the wall clock ahead, or back; nothing else notices. */
  setWall(byMs: number): void {
    this.#wallMs += byMs
  }

  /** Calls the timer that is due first, at its time, unless that is later than `untilMs`. */
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
 * A clock of two functions: the time, and what waiting is. Nothing is called back after a pause that was cancelled.
 * @param now both its times, in milliseconds.
 * @param wait by default nothing is ever waited for.
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
