import 'server-only'
import { toProblem, wordsOf } from '../../api/rpc-problem'
import type { Degradation } from '../../api/status'
import { clock } from '../../platform/clock'
import { once } from '../../platform/once'
import { RPC_CODES } from '../../protocol/rpc/envelope'
import type { RpcFailure } from '../../protocol/rpc/failure'
import { keyOf } from '../../protocol/rpc/json'
import { type MethodName, methods } from '../../protocol/rpc/methods'
import { type CallResult, onCallResult } from '../../upstream/indexer/call-results'
import type { Indexer } from '../../upstream/networks/networks'
import { SMALL_STEP_BACK } from '../../upstream/small-step-back'

/*
 * How one operation of one indexer fares, from what readers asked and from canaries. Pure: times come in, monotonic
 * milliseconds. Each check looks at the results since the one before and finds them good or bad; that it takes three bad
 * checks to a verdict is not decided here (health/verdict.ts).
 *
 * A question counts once, however often it is asked: a lone owner whose list is too big for the indexer says nothing about
 * the operation. So a reader's results count as bad only once three different questions failed within five minutes, or a
 * canary did, whose question is small by construction. Three questions that failed are asked again themselves, one a
 * check, as canaries: an operation that fails on real rows and answers an empty list is not well.
 */

/** What is wrong with a result. */
export type Fault =
  | { kind: 'fails'; text: string }
  | { kind: 'slow' }
  /** Slots below getIndexerSlot. */
  | { kind: 'old slot'; slots: number }

/** What became of a question. */
export interface OperationResult {
  /** The same for one owner, delegate or hash, whatever else was asked of it. */
  subject: string
  /** To ask it again. */
  params: object
  fault: Fault | null
  tookMs: number
  /** True for the question of a canary of its own, that any indexer answers at once. */
  canary: boolean
}

/** Different questions of readers that failed, without which readers' failures say nothing of the operation. */
const SUBJECTS_NEEDED = 3

/** Failed questions that are kept, the newest; and for how long, in milliseconds. */
const MOST_SUSPECTS = 6
const SUSPECT_MS = 300_000

/** Subjects of the results between two checks: the newest. */
const MOST_SUBJECTS = 200

/** Bad evidence that nothing could renew is forgotten after this long (ms). */
const HOLD_MS = 300_000

/** Good checks in a row after which old failures are done with. */
const GOOD_CHECKS = 3

/** The state of one operation. */
export class Operation {
  /** By question, the newest result since the last check. */
  readonly #results = new Map<string, OperationResult>()
  /** Readers' questions whose newest result was bad. */
  readonly #suspects = new Map<string, { params: object; atMs: number }>()
  #canaryFailed = false
  #goodChecks = 0
  #evidence: Degradation | null = null
  #evidenceMs = 0
  /** When a result was last noted. */
  lastSeenMs = Number.NEGATIVE_INFINITY
  /** When a canary was last sent. */
  requestedMs = Number.NEGATIVE_INFINITY
  /** True until it is known to answer: an earlier process left it in doubt. */
  doubted = false

  constructor(private readonly method: MethodName) {}

  note(result: OperationResult, nowMs: number): void {
    const { subject, params, fault, canary } = result
    this.#results.delete(subject)
    this.#results.set(subject, result)
    dropOldest(this.#results, MOST_SUBJECTS)
    this.lastSeenMs = nowMs
    if (canary) {
      this.#canaryFailed = fault !== null
      return
    }
    this.#suspects.delete(subject)
    if (fault) this.#suspects.set(subject, { params, atMs: nowMs })
    dropOldest(this.#suspects, MOST_SUSPECTS)
  }

  /** True while it is to be asked at each check. */
  needsCanary(nowMs: number): boolean {
    return this.doubted || this.#canaryFailed || this.#evidence !== null || this.#suspectsAt(nowMs).length > 0
  }

  /** True while the next check should come soon. */
  get inDoubt(): boolean {
    return this.#canaryFailed || this.#evidence !== null
  }

  /** The question of a reader that is to be asked again; null: a canary's own. */
  again(nowMs: number): { subject: string; params: object } | null {
    const suspects = this.#suspectsAt(nowMs)
    const [first] = suspects
    return suspects.length >= SUBJECTS_NEEDED && first ? { subject: first[0], params: first[1].params } : null
  }

  /** What the results since the last check say; without any, what was said before. To be called once a check. */
  check(nowMs: number): Degradation | null {
    const results = [...this.#results.values()]
    this.#results.clear()
    if (results.length === 0) {
      if (nowMs - this.#evidenceMs > HOLD_MS) this.#evidence = null
      return this.#evidence
    }
    const bad = results.filter(({ fault }) => fault !== null)
    const trusted = bad.some(({ canary }) => canary) || this.#suspectsAt(nowMs).length >= SUBJECTS_NEEDED
    const isBad = bad.length > 0 && 2 * bad.length >= results.length && trusted
    this.doubted = false
    this.#evidence = isBad ? this.#degradation(bad, results.length) : null
    this.#evidenceMs = nowMs
    this.#goodChecks = isBad ? 0 : this.#goodChecks + 1
    // Those that were asked again are well: what is left of them is over too.
    if (this.#goodChecks >= GOOD_CHECKS && this.#suspects.size >= SUBJECTS_NEEDED) this.#suspects.clear()
    return this.#evidence
  }

  #suspectsAt(nowMs: number): [string, { params: object }][] {
    for (const [subject, { atMs }] of this.#suspects) {
      if (nowMs - atMs > SUSPECT_MS) this.#suspects.delete(subject)
    }
    return [...this.#suspects]
  }

  /** By the fault that most of them have. */
  #degradation(bad: readonly OperationResult[], of: number): Degradation {
    const { method } = this
    const failed = bad.flatMap(({ fault }) => (fault?.kind === 'fails' ? [fault.text] : []))
    const old = bad.flatMap(({ fault }) => (fault?.kind === 'old slot' ? [fault.slots] : []))
    const slow = bad.filter(({ fault }) => fault?.kind === 'slow').map(({ tookMs }) => tookMs)
    const most = Math.max(failed.length, old.length, slow.length)
    if (failed.length === most) return { kind: 'fails', method, failed: failed.length, of, text: failed.at(-1) ?? '' }
    if (old.length === most) return { kind: 'old slot', method, slots: Math.max(...old) }
    return { kind: 'slow', method, medianMs: Math.round(medianOf(slow)) }
  }
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return
    map.delete(key)
  }
}

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

/** An answer that takes longer (ms) is slow. */
const SLOW_MS = 2_000

/** What is said where a host does not know one of the operations. */
export const NO_INDEXER = 'The host does not know this operation: it is not an indexer of this interface.'

/**
 * What is wrong with an answer.
 * @param slots the answer's own, and what getIndexerSlot last answered before it was asked for; null: not known.
 */
export function faultIn(tookMs: number, slots: { own: number | null; indexer: number | null }): Fault | null {
  const { own, indexer } = slots
  const old = own === null || indexer === null ? 0 : indexer - own
  if (old > SMALL_STEP_BACK) return { kind: 'old slot', slots: old }
  return tookMs > SLOW_MS ? { kind: 'slow' } : null
}

/**
 * What a failed call says about the operation: undefined where it says nothing, since it is about the question or about a
 * limit; null where the failure is an answer.
 */
export function faultOf(failure: RpcFailure, tookMs: number): Fault | null | undefined {
  switch (toProblem(failure).code) {
    case 'not_found':
      return tookMs > SLOW_MS ? { kind: 'slow' } : null
    case 'invalid_params':
    case 'indexer_behind':
    case 'too_large':
    case 'upstream_rate_limited':
      return undefined
    default:
      if (failure.kind === 'open' || failure.kind === 'busy') return undefined
      return { kind: 'fails', text: failureWords(failure) }
  }
}

/** A failure in words, where the host is none that can be asked too. */
export function failureWords(failure: RpcFailure): string {
  return failure.kind === 'rpc' && failure.code === RPC_CODES.methodNotFound ? NO_INDEXER : wordsOf(failure)
}

const operations = once('operations', () => {
  onCallResult('operations', note)
  return new WeakMap<Indexer, Operations>()
})

/** From now on results of calls count: called before the first call of the process (health/probe.ts, startProbes). */
export function noteCalls(): void {
  operations()
}

/** How the operations of an indexer fare; one object for the process. */
export function operationsOf(indexer: Indexer): Operations {
  const known = operations().get(indexer) ?? new Operations()
  operations().set(indexer, known)
  return known
}

/** Name of all questions that canaries make up. */
const OWN_SUBJECT = 'canary'

function note(result: CallResult): void {
  const { indexer, method, params, canary, tookMs, failure, few, slots } = result
  const found = failure ? faultOf(failure, tookMs) : faultIn(tookMs, slots)
  const fault = few === null ? found : ({ kind: 'fails', text: few } as const)
  if (fault === undefined) return
  operationsOf(indexer).note(method, {
    subject: canary ? (canary.again ?? OWN_SUBJECT) : subjectOf(params),
    params,
    fault,
    tookMs,
    canary: canary?.again === null,
  })
}

/** What a question is about, whatever part of it is asked for. */
function subjectOf(params: object): string {
  const { owner, delegate, hash, ...place } = params as Partial<Record<string, unknown>>
  return String(owner ?? delegate ?? hash ?? keyOf(place))
}
