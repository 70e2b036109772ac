import type { Degradation } from '../../api/status'
import type { MethodName } from '../../protocol/rpc/methods'

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
