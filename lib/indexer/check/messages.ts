import type { DatabaseSetting } from '@/lib/platform/environment'
import type { HashResult } from '../../protocol/light/check-account'
import type { StoreIdentity } from '../store/store'
import type { LeafNodes } from './leaves/leaf-nodes'
import type { LeafReport } from './leaves/leaf-report'

export interface CheckTask {
  database: DatabaseSetting
  identity: StoreIdentity
  /** Base58. */
  tokenProgram: string
  /** True if the whole file was checked at the start: the first full check can wait. */
  checkedAtStart: boolean
  /** null: the ledger is not a chain. URLs are secret. */
  nodes: LeafNodes | null
}

export type CheckMessage =
  /** `pid`: of the checking process; null: the checker itself. */
  | { kind: 'pages begin'; pid: number | null }
  /** `problem`: the first one, in one line; null: none. */
  | { kind: 'pages'; problem: string | null; seconds: number }
  | { kind: 'pages failed'; reason: string }
  /** Counts by result, and a line for each wrong account. */
  | { kind: 'hashes'; counts: Record<HashResult, number>; breaches: string[] }
  | { kind: 'leaves'; report: LeafReport }
  | { kind: 'damage'; reason: string }
  | { kind: 'failed'; reason: string }
