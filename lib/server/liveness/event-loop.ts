import { type Clock, MACHINE_CLOCK } from '../../platform/clock'
import { once } from '../../platform/once'

/** Milliseconds between two checks, and by how much one may come late before the process counts as stuck. */
const CHECK_MS = 1_000
const LATE_MS = 5_000

/** Stuck for so long (ms) is not alive. facts/reliability.md (f), "Endpoints". */
const STUCK_MS = 30_000

/** Tells whether the process still gets round to its work: a timer that comes late was waiting for something else. */
export class EventLoop {
  #dueMs: number
  /** Since when every check came late; null: the last one did not. */
  #lateSinceMs: number | null = null

  constructor(private readonly clock: Clock) {
    this.#dueMs = clock.monotonic()
    this.#check()
  }

  /** True once it has come more than 5 s late, again and again, for 30 s. */
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

/** The one of this process; it checks from the first call on. */
export const eventLoop = once('event loop', () => new EventLoop(MACHINE_CLOCK))
