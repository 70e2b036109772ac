import { type Clock, MACHINE_CLOCK } from '../../platform/clock'
import { once } from '../../platform/once'

/** Interval, and how late a check may be, in milliseconds. */
const CHECK_MS = 1_000
const LATE_MS = 5_000

/** facts/reliability.md (f), "Endpoints". */
const STUCK_MS = 30_000

export class EventLoop {
  #dueMs: number
  /** null: the last check was on time. */
  #lateSinceMs: number | null = null

  constructor(private readonly clock: Clock) {
    this.#dueMs = clock.monotonic()
    this.#check()
  }

  get stuck(): boolean {
    const now = this.clock.monotonic()
    this.#note(now)
    return this.#lateSinceMs !== null && now - this.#lateSinceMs >= STUCK_MS
  }

  #check(): void {
    const now = this.clock.monotonic()
    if (now - this.#dueMs <= LATE_MS) this.#lateSinceMs = null
    this.#note(now)
    this.#dueMs = now + CHECK_MS
    this.clock.after(CHECK_MS, () => this.#check())
  }

  #note(now: number): void {
    if (now - this.#dueMs > LATE_MS) this.#lateSinceMs ??= this.#dueMs
  }
}

export const eventLoop = once('event loop', () => new EventLoop(MACHINE_CLOCK))
