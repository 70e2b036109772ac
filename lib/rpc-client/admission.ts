import { clock } from '../platform/clock'
import { RpcError } from '../protocol/rpc/failure'
import type { HostPace } from './host-pace'
import { limits } from './limits'
import type { RatePlan } from './rate-plan'
import type { RequestClass, Urgency } from './urgency'

/** Calls to one indexer at once, and calls that wait for their turn. facts/reliability.md (b). */
const MAX_IN_FLIGHT = 16
const MAX_QUEUE = 256

/** Calls at once above which a class does not start another: the rest is kept for more urgent ones. */
const IN_FLIGHT: Readonly<Record<RequestClass, number>> = {
  interactive: MAX_IN_FLIGHT,
  search: 12,
  refresh: 12,
  export: 4,
}

/** Milliseconds after which it is worth asking the explorer again. */
const RETRY_AFTER_MS = 1_000

/** What must hold for each call besides its turn. */
export interface Conditions<T> {
  /** Throws when no call is to be made; asked when one comes, and again whenever that may have changed. */
  check(): void
  /** Throws as check() does; else the call is under way from now on. */
  admit(): T
}

/** A call that may be made now, with what admit() returned for it. */
export interface Admitted<T> {
  admitted: T
  /** To be called once the call is over. */
  leave(): void
}

interface Waiting {
  urgency: Urgency
  start(): void
  reject(error: unknown): void
  /** Cancels its time limit in the queue. */
  cancel(): void
}

/**
 * Who may call an indexer next: bounded in number, bounded in waiting, the most urgent first, at the pace of the plan.
 * One per indexer.
 */
export class Admission<T> {
  #inFlight = 0
  readonly #queue: Waiting[] = []
  #cancelPaced = () => {}

  /** @param pace what the host says of its limit; null: nothing is heeded. */
  constructor(
    private readonly conditions: Conditions<T>,
    private readonly plan: RatePlan | null,
    private readonly pace: HostPace | null = null,
  ) {}

  get inFlight(): number {
    return this.#inFlight
  }

  get queueLength(): number {
    return this.#queue.length
  }

  /**
   * Waits for a turn, at most as long as a call may (limits.ts).
   * @throws RpcError of kind busy when the turn does not come, and whatever the conditions throw.
   */
  enter(urgency: Urgency): Promise<Admitted<T>> {
    return new Promise((resolve, reject) => {
      this.conditions.check()
      if (this.#queue.length >= MAX_QUEUE && !this.#makeRoom(urgency)) {
        reject(busy())
        return
      }
      const start = () => {
        const admitted = this.conditions.admit()
        this.#inFlight++
        this.plan?.take(urgency.of)
        this.pace?.took()
        resolve({ admitted, leave: () => this.#leave() })
      }
      const patienceMs = urgency.of === 'search' ? limits().searchQueueMs : limits().queueMs
      const cancel = clock().after(patienceMs, () => this.#drop(waiting, busy()))
      const waiting: Waiting = { urgency, start, reject, cancel }
      this.#queue.push(waiting)
      this.#next()
    })
  }

  /** Sends away those who wait for what is not to be done any more: the gate closed, the breaker opened. */
  recheck(): void {
    try {
      this.conditions.check()
    } catch (error) {
      for (const waiting of [...this.#queue]) this.#drop(waiting, error)
    }
  }

  #leave(): void {
    this.#inFlight--
    this.#next()
  }

  /** Starts as many as may start now; where only the plan or the host's own pace holds them back, comes again when it does not. */
  #next(): void {
    this.#cancelPaced()
    for (;;) {
      const waiting = this.#mostUrgent()
      if (!waiting || this.#inFlight >= IN_FLIGHT[waiting.urgency.of]) return
      const pause = Math.max(this.plan?.waitMs(waiting.urgency.of) ?? 0, this.pace?.waitMs() ?? 0)
      if (pause > 0) {
        this.#cancelPaced = clock().after(pause, () => this.#next())
        return
      }
      this.#remove(waiting)
      try {
        waiting.start()
      } catch (error) {
        waiting.reject(error)
      }
    }
  }

  #mostUrgent(): Waiting | undefined {
    let first: Waiting | undefined
    for (const waiting of this.#queue) if (!first || waiting.urgency.rank < first.urgency.rank) first = waiting
    return first
  }

  /** Sheds the last of the least urgent, where it is less urgent than the newcomer. */
  #makeRoom({ rank }: Urgency): boolean {
    let last: Waiting | undefined
    for (const waiting of this.#queue) if (!last || waiting.urgency.rank >= last.urgency.rank) last = waiting
    if (!last || last.urgency.rank <= rank) return false
    this.#drop(last, busy())
    return true
  }

  #drop(waiting: Waiting, error: unknown): void {
    this.#remove(waiting)
    waiting.reject(error)
  }

  #remove(waiting: Waiting): void {
    waiting.cancel()
    const at = this.#queue.indexOf(waiting)
    if (at >= 0) this.#queue.splice(at, 1)
  }
}

function busy(): RpcError {
  const message = 'Too many requests at once: the explorer limits what it sends to the indexer.'
  return new RpcError({ kind: 'busy', retryAfterMs: RETRY_AFTER_MS, message })
}
