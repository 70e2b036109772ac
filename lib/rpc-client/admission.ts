import { clock } from '../platform/clock'
import { RpcError } from '../protocol/rpc/failure'
import type { HostPace } from './host-pace'
import { limits } from './limits'
import type { RatePlan } from './rate-plan'
import type { RequestClass, Urgency } from './urgency'

/** Calls per indexer. facts/reliability.md (b). */
const MAX_IN_FLIGHT = 16
const MAX_QUEUE = 256

/** Calls in flight up to which a class may start another: the rest is reserved for more urgent calls. */
const MAX_IN_FLIGHT_OF: Readonly<Record<RequestClass, number>> = {
  interactive: MAX_IN_FLIGHT,
  search: 12,
  refresh: 12,
  export: 4,
}

const RETRY_AFTER_MS = 1_000

export interface AdmissionConditions<T> {
  /** Throws while no call may be made; called again whenever that may have changed. */
  check(): void
  admit(): T
}

export interface Admitted<T> {
  admitted: T
  leave(): void
}

interface Waiting {
  urgency: Urgency
  start(): void
  reject(error: unknown): void
  cancel(): void
}

/** Queue of calls to one indexer: bounded in length and wait, most urgent first, at the plan's rate. */
export class Admission<T> {
  #inFlight = 0
  readonly #queue: Waiting[] = []
  #cancelPaced = () => {}

  constructor(
    private readonly conditions: AdmissionConditions<T>,
    private readonly plan: RatePlan | null,
    private readonly pace: HostPace | null = null,
  ) {}

  get inFlight(): number {
    return this.#inFlight
  }

  get queueLength(): number {
    return this.#queue.length
  }

  /** @throws RpcError busy if the call cannot start in time; what the conditions throw */
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
        this.plan?.take()
        this.pace?.noteCall()
        resolve({ admitted, leave: () => this.#leave() })
      }
      const patienceMs = urgency.of === 'search' ? limits().searchQueueMs : limits().queueMs
      const cancel = clock().after(patienceMs, () => this.#drop(waiting, busy()))
      const waiting: Waiting = { urgency, start, reject, cancel }
      this.#queue.push(waiting)
      this.#next()
    })
  }

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

  #next(): void {
    this.#cancelPaced()
    for (;;) {
      const waiting = this.#mostUrgent()
      if (!waiting || this.#inFlight >= MAX_IN_FLIGHT_OF[waiting.urgency.of]) return
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
