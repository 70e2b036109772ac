import type { Problem } from '../api/problem'
import type { Description } from './description/contract'

/* The body of GET /api/v1/transactions, and what pages show of it. */

/** Mints of a sentence whose decimals are known. `symbol`: the issuer's claim, of A-Z a-z 0-9 . $ - alone; null: none such. */
export type SentenceMints = Readonly<Record<string, { decimals: number; symbol: string | null }>>

/**
 * - `described`: read. `final`: it never changes again.
 * - `pending`: being read, or waiting for its turn. Milliseconds.
 * - `unread`: not read, and not begun, as nobody asked for that.
 * - `failed`: not read; `problem` has `retryAfterMs` until it is tried again.
 */
export type Happened =
  | { state: 'described'; final: boolean; description: Description; mints: SentenceMints }
  | { state: 'pending'; retryAfterMs: number }
  | { state: 'unread' }
  | { state: 'failed'; problem: Problem }

export type HappenedItem = { signature: string } & Happened

export interface HappenedAnswer {
  result: HappenedItem[]
  /** `complete`: all are described. `automatic`: transactions are read without being asked for one by one. */
  meta: { network: string; complete: boolean; automatic: boolean }
}

/** What a page has of its transactions, without a call. */
export interface KeptHappened {
  items: Readonly<Record<string, Happened>>
  automatic: boolean
}
