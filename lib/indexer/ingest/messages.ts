import type { DatabaseSetting, Environment } from '@/lib/platform/environment'
import type { RoundRetention } from '../store/drop-rounds'
import type { Report, Role } from './report'

export interface IngestTask {
  environment: Environment
  readOnly: boolean
  isReplacement: boolean
}

export type IngestCommand = { kind: 'begin' } | { kind: 'end' } | { kind: 'request'; id: number; about: keyof Answers }

export interface Answers {
  /** The ledger's highest slot right now; null: unknown. */
  tip: number | null
  report: Report
}

export interface LedgerNames {
  identity: string
  title: string
  database: DatabaseSetting
  /** The sandbox only. */
  rounds: RoundRetention | null
}

export type IngestMessage =
  | { kind: 'opened'; ledger: LedgerNames }
  | { kind: 'role'; role: Role }
  | { kind: 'ready' }
  | { kind: 'head'; slot: number }
  /** Why the head is unknown; null: known again, or no node responds. */
  | { kind: 'head unknown'; why: string | null }
  /** Why no block arrives although the chain moves; null: blocks arrive again. */
  | { kind: 'standing'; why: string | null }
  /** The slot reached, after each write or rollback. */
  | { kind: 'stored'; slot: number }
  /** Why nothing is stored; null: stored again. */
  | { kind: 'stopped'; why: string | null }
  /** The identity of the nodes' other chain. The thread ends, with nothing of it stored. */
  | { kind: 'replaced'; by: string }
  | { kind: 'line'; line: string }
  | { kind: 'answer'; id: number; answer: Answers[keyof Answers] }
  | { kind: 'failed'; why: string }
