import type { DatabaseSetting, Environment } from '@/lib/platform/environment'
import type { RoundRetention } from '../store/drop-rounds'
import type { IngestReport, Role } from './report'

export interface IngestTask {
  environment: Environment
  readOnly: boolean
  isReplacement: boolean
}

export type IngestCommand =
  | { kind: 'begin' }
  | { kind: 'end' }
  | { kind: 'request'; id: number; about: keyof IngestAnswers }

export interface IngestAnswers {
  /** The ledger's highest slot right now; null: unknown. */
  tip: number | null
  report: IngestReport
}

export interface LedgerNames {
  identity: string
  title: string
  database: DatabaseSetting
  /** The sandbox only. */
  rounds: RoundRetention | null
}

export interface IngestState {
  /** Why nothing is stored; null: it is. */
  stopped: string | null
  /** Why the head is unknown; null: it is known, or no node responds. */
  headUnknown: string | null
  /** Why no block arrives although the chain moves; null: blocks arrive. */
  stallReason: string | null
  /** Identity of the chain that replaced this one, of which this thread stores nothing. Null: not replaced. */
  replacedBy: string | null
}

export type IngestMessage =
  | { kind: 'opened'; ledger: LedgerNames }
  | { kind: 'role'; role: Role }
  | { kind: 'ready' }
  | { kind: 'state'; state: Partial<IngestState> }
  | { kind: 'line'; line: string }
  | { kind: 'answer'; id: number; answer: IngestAnswers[keyof IngestAnswers] }
  | { kind: 'failed'; why: string }
