import type { DatabaseSetting } from '@/lib/environment'
import type { HashVerdict } from '../../light/check-account'
import type { StoreIdentity } from '../store/store'

/*
 * What the process that answers and the one that checks the store say to each other, as JSON.
 */

/** What is checked. */
export interface CheckTask {
  database: DatabaseSetting
  identity: StoreIdentity
  /** The token program's id, base58. */
  tokenProgram: string
  /** True where the whole file was checked at the start: the first look at all of it can wait. */
  checkedAtStart: boolean
}

/** From whoever checks. */
export type CheckNews =
  /** All pages are being looked at. */
  | { kind: 'pages begin' }
  /** They were. `problem`: the first that was found, in one line; null for none. */
  | { kind: 'pages'; problem: string | null; seconds: number }
  /** Hashes that were made again, by what came of them, and in words what was found wrong. */
  | { kind: 'hashes'; counts: Record<HashVerdict, number>; breaches: string[] }
  /** A read met damage. */
  | { kind: 'damage'; reason: string }
  /** The check goes on, and what it did not do for now. */
  | { kind: 'failed'; reason: string }
