import { type Clock, MACHINE_CLOCK } from '../../clock'
import { once } from '../../once'

/** How often it is looked at, and by how much a look may come late (ms) before the process counts as stuck. */
const LOOK_MS = 1_000
const LATE_MS = 5_000

/** Stuck for so long (ms) is not alive. facts/reliability.md (f), "Endpoints". */
const STUCK_MS = 30_000

/** Tells whether the process still gets round to its work: a timer that comes late was waiting for something else. */
export class EventLoop {
  #dueMs: number
  /** Since when each look came late; null: the last one did not. */
  #lateSinceMs: number | null = null

  constructor(private readonly clock: Clock) {
    this.#dueMs = clock.monotonic()
    this.#look()
  }

  /** True once it has come more than 5 s late, again and again, for 30 s. */
  get stuck(): boolean {
    const now = this.clock.monotonic()
    this.#note(now)
    return this.#lateSinceMs !== null && now - this.#lateSinceMs >= STUCK_MS
  }

  #look(): void {
    const now = this.clock.monotonic()
    if (now - this.#dueMs <= LATE_MS) this.#lateSinceMs = null
    this.#note(now)
    this.#dueMs = now + LOOK_MS
    this.clock.after(LOOK_MS, () => this.#look())
  }

  #note(now: number): void {
    if (now - this.#dueMs > LATE_MS) this.#lateSinceMs ??= this.#dueMs
  }
}

/** The one of this process; it looks from the first call on. */
export const eventLoop = once(() => new EventLoop(MACHINE_CLOCK))
