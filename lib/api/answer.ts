import type { MethodName, Result } from '../protocol/rpc/methods'
import type { ProblemCode } from './problem'
import type { Whole } from './whole'

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
  /** Set where the list went on with another indexer than the one that began it: `complete` is not true then. */
  moved?: true
  /** Rows that the indexer sent twice and that were left out, from the list's first page on. Absent: none. */
  repeatsRemoved?: number
  /** Rows of the whole list, where its end was seen. A list that `complete` does not prove whole may have more. */
  total?: number
  /** Rows before this page, where that is known better than by its cursor. */
  rowsBefore?: number
  /** What the list's rows come to, where rows from its first on are at hand; see ListSum. */
  sum?: ListSum
  /** How the request's `sort` was followed; absent without one. */
  sorted?: Sorted
  /** How far the whole list is read, and what stands of it: for requests with `whole`. */
  whole?: Whole
  /** Cursor of this very page, where the page without one is pushed on by newer rows: a link with it stays put. */
  here?: string
  network: string
  /** Label of the indexer that answered, where the network has several. */
  indexer?: string
  /** Set where answers of another indexer were at a higher slot: whose, and by how many slots. */
  below?: { indexer: string; slots: number }
}

/** An operation's result, with what is known about it: the body of GET /api/v1/<methodName>. */
export interface Answer<M extends MethodName> {
  result: Result<M>
  meta: AnswerMeta
}

/**
 * The sum of the first `rows` rows of a list: of all of it where `rows` is its `total` and `complete` is true, else the
 * whole list has at least that much.
 */
export interface ListSum {
  rows: number
  /** Lamports of the accounts; absent where none has any. */
  lamports?: bigint
  /** Amounts in base units of their one mint; absent where the rows are of several mints, or none. */
  tokens?: { mint: string; amount: bigint }
}

/** How a list was sorted. */
export interface Sorted {
  /** The sort that was requested. */
  by: string
  /** True: the page is one of the whole list in this order. False: its rows stand in the list's own order. */
  whole: boolean
  /** Why the whole list was not sorted, in words that follow "because"; absent where it was. */
  reason?: string
  /** True while the list is being read for it: the same request soon finds it sorted. Absent otherwise. */
  pending?: true
}

/** What is known of a stale answer: why there is no newer one, when it came and its slot. */
export type OldAnswer = Pick<AnswerMeta, 'reason' | 'retryAfterMs' | 'fetchedAt' | 'slot'>

/** How far the rows of a list are all there is: what its page says of it, its preview says too. design.md 5. */
export type CompletenessName = 'complete' | 'incomplete' | 'more available' | 'not proven complete'

/** @param ended true where no row follows those of the answer. */
export function completenessName(
  { complete, moved }: Pick<AnswerMeta, 'complete' | 'moved'>,
  ended: boolean,
): CompletenessName {
  if (complete === true) return 'complete'
  if (complete === false) return 'incomplete'
  return !ended && !moved ? 'more available' : 'not proven complete'
}
