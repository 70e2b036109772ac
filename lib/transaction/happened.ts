import type { Problem } from '../api/problem'
import type { Description } from './description/contract'

/** `unread`: nobody asked for it to be read. */
export type Happened = (
  | { state: 'described'; description: Description }
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
