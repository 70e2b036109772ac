import type { MethodName, Result } from '../protocol/rpc/methods'
import type { AnswerIdl } from './idl'
import type { ProblemCode } from './problem'
import type { CreatedRange } from './request-params'
import type { WholeListReport } from './whole'

export interface AnswerMeta {
  slot: number | null
  fetchedAt: string
  /** `revalidating`: old, being refreshed; `stale`: old, `reason` is why. `slot` and `fetchedAt` are those of the data shown. */
  state: 'fresh' | 'revalidating' | 'stale'
  reason?: ProblemCode
  /** For `stale`: milliseconds until the next request to the indexer; absent if unknown. */
  retryAfterMs?: number
  /** true: the end was reached and no row is missing; false: rows missing or suspected; null: unknown, or no list. */
  complete: boolean | null
  completeReason?: string
  /** Set where the list continued on another indexer; `complete` is not true then. */
  moved?: true
  /** Duplicate rows removed since the list's first page. Absent: none. */
  repeatsRemoved?: number
  total?: number
  rowsBefore?: number
  sum?: ListSum
  sorted?: SortStatus
  /** Set where only rows created in these slots are listed; `of`: rows of the whole list. */
  created?: CreatedRange & { of: number }
  whole?: WholeListReport
  /** Cursor of this page, for a permanent link: the page without a cursor shifts as rows are added. */
  here?: string
  /** Of the owner program, where rows have data; absent: not asked for. */
  idl?: AnswerIdl
  network: string
  indexer?: string
  /** Set if another indexer answered at a higher slot before: its label, and by how many slots. */
  below?: { indexer: string; slots: number }
}

/** Body of GET /api/v1/<methodName>. */
export interface Answer<M extends MethodName> {
  result: Result<M>
  meta: AnswerMeta
}

/** Sum of the first `rows` rows of a list; a lower bound unless `rows` is `total` and `complete` is true. */
export interface ListSum {
  rows: number
  lamports?: bigint
  /** Base units; absent unless all rows are of one mint. */
  tokens?: { mint: string; amount: bigint }
}

export interface SortStatus {
  by: string
  /** false: the page's rows keep the list's own order. */
  whole: boolean
  /** The rest of a sentence after "because". */
  reason?: string
  /** The list is being read: the same request is sorted soon. */
  pending?: true
}

export type StaleMeta = Pick<AnswerMeta, 'reason' | 'retryAfterMs' | 'fetchedAt' | 'slot'>

export type CompletenessName = 'complete' | 'incomplete' | 'more available' | 'not proven complete'

/** @param ended true if the list ends with this answer. */
export function completenessName(
  { complete, moved }: Pick<AnswerMeta, 'complete' | 'moved'>,
  ended: boolean,
): CompletenessName {
  if (complete === true) return 'complete'
  if (complete === false) return 'incomplete'
  return !ended && !moved ? 'more available' : 'not proven complete'
}
