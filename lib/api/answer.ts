import type { MethodName, Result } from '../rpc/methods'
import type { ProblemCode } from './problem'

/** What is known about an answer beside its content. design.md 4.4. */
export interface AnswerMeta {
  /** Slot the answer was produced at; null where the operation names none. */
  slot: number | null
  /** When the indexer answered, ISO 8601 UTC. */
  fetchedAt: string
  /**
   * `fresh`; `revalidating`: a little old, and being refreshed; `stale`: old, and `reason` says why there is no newer one.
   * `slot` and `fetchedAt` are always those of the data shown.
   */
  state: 'fresh' | 'revalidating' | 'stale'
  /** Why the answer is stale; absent with the other states. */
  reason?: ProblemCode
  /** Milliseconds until the gateway's next request to the indexer, for `stale` where that is known. */
  retryAfterMs?: number
  /** true: the end was seen and no row can be missing; false: rows missing or suspected; null: not known, or no list. */
  complete: boolean | null
  /** Why `complete` is what it is, in words. */
  completeReason?: string
  /** Rows that the indexer sent twice and that were left out, from the list's first page on. Absent: none. */
  repeatsRemoved?: number
  /** Cursor of this very page, where the page without one is pushed on by newer rows: a link with it stays put. */
  here?: string
  network: string
}

/** An operation's result, with what is known about it: the body of GET /api/v1/<methodName>. */
export interface Answer<M extends MethodName> {
  result: Result<M>
  meta: AnswerMeta
}
