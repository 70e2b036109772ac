import type { DatabaseSetting, Environment } from '@/lib/platform/environment'
import type { RoundRetention } from '../store/drop-rounds'
import type { Report, Role } from './report'

/*
 * Messages between the thread that answers and the one that ingests.
 */

/** What a thread is started with. */
export interface IngestTask {
  task: 'ingest'
  environment: Environment
  /** True where this process never writes. */
  readOnly: boolean
  /** True where the chain that was followed so far was replaced. */
  isReplacement: boolean
}

/** To the ingesting thread. Nothing is stored before `begin`, and everything is released after `end`. */
export type IngestCommand = { kind: 'begin' } | { kind: 'end' } | { kind: 'request'; id: number; about: keyof Answers }

/** What can be requested of it. */
export interface Answers {
  /** The ledger's highest slot right now; null where nobody says. */
  tip: number | null
  report: Report
}

/** The ledger, as its store remembers it and as it is called, and that store. */
export interface LedgerNames {
  identity: string
  title: string
  database: DatabaseSetting
  /** The sandbox only: what its store removes. */
  rounds: RoundRetention | null
}

/** From the ingesting thread. */
export type IngestMessage =
  | { kind: 'opened'; ledger: LedgerNames }
  | { kind: 'role'; role: Role }
  /** The ledger's ready slot is stored. */
  | { kind: 'ready' }
  /** The highest slot of a chain of nodes, each time that one of them says it. */
  | { kind: 'head'; slot: number }
  /** Why that is not known any more; null: it is again, or no node answers at all. */
  | { kind: 'head unknown'; why: string | null }
  /** Why no block comes although the chain goes on; null: blocks come again. */
  | { kind: 'standing'; why: string | null }
  /** The slot reached, after what was stored or rolled back. */
  | { kind: 'stored'; slot: number }
  /** Why nothing is stored right now; null: it is again. */
  | { kind: 'stopped'; why: string | null }
  /** The ledger's nodes are on another chain: its identity. The thread ends, with nothing stored of it. */
  | { kind: 'replaced'; by: string }
  /** A line for the reader of the console. */
  | { kind: 'line'; line: string }
  | { kind: 'answer'; id: number; answer: Answers[keyof Answers] }
  /** The last message of a thread that cannot continue: one line. */
  | { kind: 'failed'; why: string }
