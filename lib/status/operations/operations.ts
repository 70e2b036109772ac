import type { Degradation } from '../../api/status'
import { clock } from '../../platform/clock'
import { type MethodName, methods } from '../../protocol/rpc/methods'
import { Operation, type OperationResult } from './operation'

/** An operation that was heard of within this time (ms), mostly from readers, needs no canary at this check. */
const LATELY_MS = 4_000

/** The two operations that each check asks by itself: that they fail is what the check is about. */
const CHECKED = new Set<MethodName>(['getIndexerHealth', 'getIndexerSlot'])

/** The operations that canaries ask: all that readers ask for rows. */
export const CANARY_METHODS = (Object.keys(methods) as MethodName[]).filter((method) => !CHECKED.has(method))

/** A question that a check is to ask. */
export interface Canary {
  method: MethodName
  /** A reader's question that failed; null: one of the canary's own. */
  again: { subject: string; params: object } | null
}

/** How the operations of one indexer fare: one such object for each indexer that is asked. */
export class Operations {
  readonly #byMethod = new Map<MethodName, Operation>()
  #pausedUntilMs = Number.NEGATIVE_INFINITY
  /** The operation that failed last, with words for it; null: none did. */
  lastFailed: { method: MethodName; text: string } | null = null

  note(method: MethodName, result: OperationResult): void {
    if (result.fault?.kind === 'fails') this.lastFailed = { method, text: result.fault.text }
    const known = CHECKED.has(method)
    if (known && result.fault?.kind === 'fails') return
    // No reader makes up the questions of a check: each counts as a canary's.
    this.#operation(method).note({ ...result, canary: known || result.canary }, clock().monotonic())
  }

  /**
   * What a check is to ask: each operation in doubt, and of the others the one that nothing was heard of for the longest
   * time, from readers or canaries.
   * @param always operations whose canaries tell more than readers' questions: these are asked in turn all the same.
   */
  wanted(always: ReadonlySet<MethodName> = new Set()): Canary[] {
    const now = clock().monotonic()
    const lists = CANARY_METHODS.map((method) => ({ method, operation: this.#operation(method) }))
    const doubted = lists.filter(({ operation }) => operation.needsCanary(now))
    const quiet = lists
      .filter((list) => !doubted.includes(list))
      .filter(({ method, operation }) => always.has(method) || now - operation.lastSeenMs >= LATELY_MS)
      .sort((a, b) => turnOf(a.operation) - turnOf(b.operation))
    return [...doubted, ...quiet.slice(0, 1)].map(({ method, operation }) => ({ method, again: operation.again(now) }))
  }

  /** Notes that a canary is being sent, whatever becomes of it. */
  sent(method: MethodName): void {
    this.#operation(method).requestedMs = clock().monotonic()
  }

  /** A canary was refused: no other one before `pauseMs` are over. */
  pause(pauseMs: number): void {
    this.#pausedUntilMs = clock().monotonic() + pauseMs
  }

  get isPaused(): boolean {
    return clock().monotonic() < this.#pausedUntilMs
  }

  /** What the results since the last check say. To be called once a check. */
  check(): Degradation[] {
    const now = clock().monotonic()
    return [...this.#byMethod.values()].flatMap((operation) => operation.check(now) ?? [])
  }

  /** True while the next check should come soon. */
  get inDoubt(): boolean {
    return [...this.#byMethod.values()].some(({ inDoubt }) => inDoubt)
  }

  /** An earlier process left some of them in trouble: each is to be asked at once. */
  doubtAll(): void {
    for (const method of CANARY_METHODS) this.#operation(method).doubted = true
  }

  #operation(method: MethodName): Operation {
    const operation = this.#byMethod.get(method) ?? new Operation(method)
    this.#byMethod.set(method, operation)
    return operation
  }
}

/** Before whom it is the turn of an operation: of one with the lower number. A canary that got no answer had its turn. */
function turnOf({ lastSeenMs, requestedMs }: Operation): number {
  return Math.max(lastSeenMs, requestedMs)
}
