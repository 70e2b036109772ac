import type { MethodName, WireResult } from './methods'

/** What is known about an answer beside its content. design.md 4.4. */
export interface AnswerMeta {
  /** Slot the answer was produced at; null where the operation names none. */
  slot: number | null
  /** When the indexer answered, ISO 8601 UTC. */
  fetchedAt: string
  state: 'fresh' | 'revalidating' | 'stale'
  /** Why the answer is not fresh. */
  reason?: string
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

/** An operation's result in wire form, with what is known about it: the body of GET /api/v1/<methodName>. */
export interface Answer<M extends MethodName> {
  result: WireResult<M>
  meta: AnswerMeta
}
