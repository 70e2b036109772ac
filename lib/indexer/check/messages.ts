import type { DatabaseSetting } from '@/lib/platform/environment'
import type { HashResult } from '../../protocol/light/check-account'
import type { StoreIdentity } from '../store/store'
import type { LeafNodes } from './leaves/leaf-nodes'
import type { LeafReport } from './leaves/leaf-report'

/*
 * Messages between the thread that answers and the one that checks the store.
 */

/** What is checked. */
export interface CheckTask {
  database: DatabaseSetting
  identity: StoreIdentity
  /** The token program's id, base58. */
  tokenProgram: string
  /** True if the whole file was checked at the start: the first full check can wait. */
  checkedAtStart: boolean
  /** Nodes of the chain that the store is of; null for another ledger. Their URLs are secret. */
  nodes: LeafNodes | null
}

/** From the checker. */
export type CheckMessage =
  /** A check of all pages has begun. `pid`: of the process that makes it; null where the checker itself does. */
  | { kind: 'pages begin'; pid: number | null }
  /** It has ended. `problem`: the first one found, in one line; null for none. */
  | { kind: 'pages'; problem: string | null; seconds: number }
  /** It could not be done for now, and is tried again. */
  | { kind: 'pages failed'; reason: string }
  /** Recomputed hashes by result, and a line for each account that is wrong. */
  | { kind: 'hashes'; counts: Record<HashResult, number>; breaches: string[] }
  /** A walk over all leaf indices has ended. */
  | { kind: 'leaves'; report: LeafReport }
  /** A read met damage. */
  | { kind: 'damage'; reason: string }
  /** Something could not be checked for now; the check continues. */
  | { kind: 'failed'; reason: string }
