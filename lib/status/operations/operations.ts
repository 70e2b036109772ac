import 'server-only'
import { failureText, toProblem } from '../../api/rpc-problem'
import type { Degradation, NewestSignature } from '../../api/status'
import { clock, nowIso } from '../../platform/clock'
import { once } from '../../platform/once'
import { RPC_CODES } from '../../protocol/rpc/envelope'
import type { RpcFailure } from '../../protocol/rpc/failure'
import type { AnyItem } from '../../protocol/rpc/items'
import { canonicalKey } from '../../protocol/rpc/json'
import { type MethodName, methods } from '../../protocol/rpc/methods'
import { chainGeneration } from '../../upstream/chain/genesis'
import { type CallResult, onCallResult } from '../../upstream/indexer/call-results'
import type { Indexer } from '../../upstream/networks/networks'
import { SMALL_STEP_BACK } from '../../upstream/small-step-back'

/*
 * Health of each operation from clients' requests and canaries. Pure; monotonic milliseconds. health/verdict.ts counts checks
 * until a verdict. One owner with a too large list proves nothing: failures of clients count only if three different requests
 * fail within five minutes, or a canary, which is always small, fails. Failed requests are repeated as canaries, one per check,
 * since an operation may answer an empty list and fail on real rows.
 */

export type OperationFault =
  | { kind: 'fails'; text: string }
  | { kind: 'slow' }
  | { kind: 'emptied' }
  /** `slots`: below getIndexerSlot. */
  | { kind: 'old slot'; slots: number }

export interface OperationResult {
  subject: string
  params: object
  fault: OperationFault | null
  tookMs: number
  /** True: our own small request. */
  canary: boolean
}

/** Distinct failed requests of clients from which on they count. */
const SUBJECTS_NEEDED = 3

/** How many failed requests are kept, and for how many milliseconds. */
const MAX_SUSPECTS = 6
const SUSPECT_MS = 300_000

const MAX_SUBJECTS = 200

/** Milliseconds after which failures without newer results are dropped. */
const HOLD_MS = 300_000

/** Consecutive good checks that clear old failures. */
const GOOD_CHECKS = 3

export class OperationState {
  readonly #results = new Map<string, OperationResult>()
  readonly #suspects = new Map<string, { params: object; atMs: number }>()
  #canaryFailed = false
  #goodChecks = 0
  #evidence: Degradation | null = null
  #evidenceMs = 0
  lastSeenMs = Number.NEGATIVE_INFINITY
  requestedMs = Number.NEGATIVE_INFINITY
  /** True until the first answer if an earlier process left the operation in doubt. */
  doubted = false

  constructor(private readonly method: MethodName) {}

  note(result: OperationResult, nowMs: number): void {
    const { subject, params, fault, canary } = result
    this.#results.delete(subject)
    this.#results.set(subject, result)
    dropOldest(this.#results, MAX_SUBJECTS)
    this.lastSeenMs = nowMs
    if (canary) {
      this.#canaryFailed = fault !== null
      return
    }
    this.#suspects.delete(subject)
    if (fault) this.#suspects.set(subject, { params, atMs: nowMs })
    dropOldest(this.#suspects, MAX_SUSPECTS)
  }

  needsCanary(nowMs: number): boolean {
    return this.doubted || this.#canaryFailed || this.#evidence !== null || this.#suspectsAt(nowMs).length > 0
  }

  get inDoubt(): boolean {
    return this.#canaryFailed || this.#evidence !== null
  }

  /** A client's failed request to repeat as canary; null: use our own. */
  again(nowMs: number): { subject: string; params: object } | null {
    const suspects = this.#suspectsAt(nowMs)
    const [first] = suspects
    return suspects.length >= SUBJECTS_NEEDED && first ? { subject: first[0], params: first[1].params } : null
  }

  /** Returns the previous state if there are no results since the last check. Called once per check. */
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
    if (this.#goodChecks >= GOOD_CHECKS && this.#suspects.size >= SUBJECTS_NEEDED) this.#suspects.clear()
    return this.#evidence
  }

  #suspectsAt(nowMs: number): [string, { params: object }][] {
    for (const [subject, { atMs }] of this.#suspects) {
      if (nowMs - atMs > SUSPECT_MS) this.#suspects.delete(subject)
    }
    return [...this.#suspects]
  }

  #degradation(bad: readonly OperationResult[], of: number): Degradation {
    const { method } = this
    const failed = bad.flatMap(({ fault }) => (fault?.kind === 'fails' ? [fault.text] : []))
    const old = bad.flatMap(({ fault }) => (fault?.kind === 'old slot' ? [fault.slots] : []))
    const slow = bad.filter(({ fault }) => fault?.kind === 'slow').map(({ tookMs }) => tookMs)
    const most = Math.max(failed.length, old.length, slow.length)
    if (most > 0 && failed.length === most)
      return { kind: 'fails', method, failed: failed.length, of, text: failed.at(-1) ?? '' }
    if (bad.some(({ fault }) => fault?.kind === 'emptied')) return { kind: 'emptied', method }
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

/** Milliseconds after a result in which no canary is needed. */
const RECENT_RESULT_MS = 4_000

/** Not canaries: each check calls these anyway, and their failure decides the verdict. */
const PROBED_METHODS = new Set<MethodName>(['getIndexerHealth', 'getIndexerSlot'])

export const CANARY_METHODS = (Object.keys(methods) as MethodName[]).filter((method) => !PROBED_METHODS.has(method))

export interface Canary {
  method: MethodName
  /** The client's failed request to repeat; null: our own. */
  again: { subject: string; params: object } | null
}

/** Fewer may be a limit of one operation, or of a moment. */
const REFUSED_NEEDED = 3

export class OperationStates {
  readonly #byMethod = new Map<MethodName, OperationState>()
  readonly #refused = new Set<MethodName>()
  /** Where lists had rows that must not become empty: the newest signatures, and those that CANARY names. */
  readonly #filled = new Map<string, { slot: number; generation: number }>()
  #pausedUntilMs = Number.NEGATIVE_INFINITY
  newestSignature: NewestSignature | null = null
  lastFailed: { method: MethodName; text: string } | null = null

  note(method: MethodName, result: OperationResult): void {
    this.#refused.delete(method)
    if (result.fault?.kind === 'fails') this.lastFailed = { method, text: result.fault.text }
    const known = PROBED_METHODS.has(method)
    if (known && result.fault?.kind === 'fails') return
    // Only checks call these methods, so their results count like a canary's.
    this.#operation(method).note({ ...result, canary: known || result.canary }, clock().monotonic())
  }

  /** True if the list had rows, unless the chain was replaced since or the indexer went back. */
  isEmptied(list: string, rows: number, at: { slot: number | null; generation: number }): boolean {
    const filled = this.#filled.get(list)
    const slot = at.slot ?? filled?.slot ?? 0
    if (rows > 0) this.#filled.set(list, { ...at, slot })
    if (rows > 0 || !filled) return false
    const isSame = filled.generation === at.generation && slot >= filled.slot - SMALL_STEP_BACK
    if (!isSame) this.#filled.delete(list)
    return isSame
  }

  /**
   * Every operation in doubt, and of the others the one without results for the longest time.
   * @param always operations to include even with recent results
   */
  wanted(always: ReadonlySet<MethodName> = new Set(), isAbsent = (_: MethodName) => false): Canary[] {
    const now = clock().monotonic()
    const offered = CANARY_METHODS.filter((method) => !isAbsent(method))
    const lists = offered.map((method) => ({ method, operation: this.#operation(method) }))
    const doubted = lists.filter(({ operation }) => operation.needsCanary(now))
    const quiet = lists
      .filter((list) => !doubted.includes(list))
      .filter(({ method, operation }) => always.has(method) || now - operation.lastSeenMs >= RECENT_RESULT_MS)
      .sort((a, b) => turnOf(a.operation) - turnOf(b.operation))
    return [...doubted, ...quiet.slice(0, 1)].map(({ method, operation }) => ({ method, again: operation.again(now) }))
  }

  sent(method: MethodName): void {
    this.#operation(method).requestedMs = clock().monotonic()
  }

  /** Pauses canaries after a 429. */
  refuse(method: MethodName, pauseMs: number): void {
    this.#refused.add(method)
    this.#pausedUntilMs = clock().monotonic() + pauseMs
  }

  /** Operations whose newest canary got a 429; none with fewer than three. */
  get refused(): MethodName[] {
    return this.#refused.size < REFUSED_NEEDED ? [] : [...this.#refused]
  }

  get isPaused(): boolean {
    return clock().monotonic() < this.#pausedUntilMs
  }

  check(): Degradation[] {
    const now = clock().monotonic()
    return [...this.#byMethod.values()].flatMap((operation) => operation.check(now) ?? [])
  }

  get inDoubt(): boolean {
    return [...this.#byMethod.values()].some(({ inDoubt }) => inDoubt)
  }

  doubtAll(): void {
    for (const method of CANARY_METHODS) this.#operation(method).doubted = true
  }

  #operation(method: MethodName): OperationState {
    const operation = this.#byMethod.get(method) ?? new OperationState(method)
    this.#byMethod.set(method, operation)
    return operation
  }
}

/** The lowest is next. An unanswered canary counts, so that it does not block the others. */
function turnOf({ lastSeenMs, requestedMs }: OperationState): number {
  return Math.max(lastSeenMs, requestedMs)
}

const SLOW_MS = 2_000

export const NO_INDEXER = 'The host does not know this operation: it is not an indexer of this interface.'

/** @param slots the answer's context.slot, and getIndexerSlot's before the request; null: unknown */
export function faultOfAnswer(
  tookMs: number,
  slots: { own: number | null; indexer: number | null },
): OperationFault | null {
  const { own, indexer } = slots
  const old = own === null || indexer === null ? 0 : indexer - own
  if (old > SMALL_STEP_BACK) return { kind: 'old slot', slots: old }
  return tookMs > SLOW_MS ? { kind: 'slow' } : null
}

/** undefined: no evidence, a bad request or a limit; null: a valid answer. */
export function faultOfFailure(failure: RpcFailure, tookMs: number): OperationFault | null | undefined {
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
      return { kind: 'fails', text: describeFailure(failure) }
  }
}

export function describeFailure(failure: RpcFailure): string {
  return failure.kind === 'rpc' && failure.code === RPC_CODES.methodNotFound ? NO_INDEXER : failureText(failure)
}

const operations = once('operations', () => {
  onCallResult('operations', note)
  return new WeakMap<Indexer, OperationStates>()
})

/** Must be called before the process's first request; startProbes() does. */
export function startNotingCalls(): void {
  operations()
}

export function operationsOf(indexer: Indexer): OperationStates {
  const known = operations().get(indexer) ?? new OperationStates()
  operations().set(indexer, known)
  return known
}

const OWN_SUBJECT = 'canary'

function note(result: CallResult): void {
  const { indexer, method, params, canary, tookMs, failure, few, slots } = result
  const found = failure ? faultOfFailure(failure, tookMs) : faultOfAnswer(tookMs, slots)
  const fault = isEmptied(result)
    ? ({ kind: 'emptied' } as const)
    : few === null
      ? found
      : ({ kind: 'fails', text: few } as const)
  if (fault === undefined) return
  operationsOf(indexer).note(method, {
    subject: canary ? (canary.again ?? OWN_SUBJECT) : subjectOf(params),
    params,
    fault,
    tookMs,
    canary: canary?.again === null,
  })
}

function isEmptied({ indexer, method, params, canary, result, failure, few, slots }: CallResult): boolean {
  const isNewest = method === 'getLatestCompressionSignatures' && !('cursor' in params)
  const isNamed = canary !== null && canary.least > 0
  // "Not found" has `few`; other failures say nothing of rows.
  if (!(isNewest || isNamed) || (failure && few === null)) return false
  const { items = [] } = (result as { value?: { items?: readonly AnyItem[] } } | null)?.value ?? {}
  const operations = operationsOf(indexer)
  const [first] = items
  if (first && 'signature' in first && isNewest && first.blockTime > 0) {
    const time = new Date(first.blockTime * 1_000).toISOString()
    operations.newestSignature = { slot: first.slot, time, seenAt: nowIso() }
  }
  const at = { slot: slots.own, generation: chainGeneration(indexer.network.name) }
  return operations.isEmptied(isNewest ? method : canonicalKey(method, subjectOf(params)), items.length, at)
}

/** The same for all pages and filters of one owner, delegate or hash. */
function subjectOf(params: object): string {
  const { owner, delegate, hash, ...place } = params as Partial<Record<string, unknown>>
  return String(owner ?? delegate ?? hash ?? canonicalKey(place))
}
