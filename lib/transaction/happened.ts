import type { Problem } from '../api/problem'
import type { Cluster } from '../page/address'
import type { Description } from './description/contract'

/** What a page writes in place of identifiers. */
export interface SentenceTerms {
  /** Those whose decimals are known. `symbol`: the issuer's claim; null: none of A-Z a-z 0-9 . $ - alone. */
  mints: Readonly<Record<string, { decimals: number; symbol: string | null }>>
  /** Names of those that are known. */
  programs: Readonly<Record<string, string>>
}

/** `unread`: nobody asked for it to be read. */
export type Happened = (
  | ({ state: 'described'; description: Description } & SentenceTerms)
  | { state: 'failed'; problem: Problem }
  | { state: 'pending' | 'unread' }
) & {
  /** When more may be known; absent: nothing more will be, or not without being asked for. */
  retryAfterMs?: number
}

/** The body of GET /api/v1/transactions. */
export interface HappenedAnswer {
  result: ({ signature: string } & Happened)[]
  /** `complete`: all are described. `automatic`: pages read transactions without being asked. */
  meta: { network: string; complete: boolean; automatic: boolean }
}

/** What a page has of its transactions. */
export interface KeptHappened {
  items: Readonly<Record<string, Happened>>
  automatic: boolean
  network: string
  cluster: Cluster
}
