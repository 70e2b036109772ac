import type { AccountForm, BlockDetails, TransactionForm } from './calls'
import type { Reach } from './reach'

/* Results are JSON text, so that the answering thread only passes a large one on. */

/** `longest`: maximum characters of the result. */
export type ReadRequest =
  | { about: 'genesis' }
  | {
      about: 'transaction'
      signature: string
      slot: number | null
      reach: Reach
      form: TransactionForm
      longest: number
    }
  | { about: 'block'; slot: number; form: TransactionForm; details: BlockDetails; rewards: boolean; longest: number }
  | { about: 'time'; slot: number }
  | { about: 'slots'; from: number; to: number; reach: Reach }
  | { about: 'accounts'; addresses: string[]; form: AccountForm; reach: Reach }

/** `members`: JSON text, to which the block time is added. */
export interface InSlot {
  slot: number
  /** Unix seconds; null: not recorded. */
  blockTime: number | null
  members: string
}

/** null: nothing found. */
export interface Answers {
  genesis: string
  transaction: InSlot | null
  block: InSlot | null
  time: { blockTime: number | null } | null
  slots: string
  /** JSON text of each account; `null`: not recorded. */
  accounts: string[]
}

export type AnswerTo<R extends ReadRequest> = Answers[R['about']]

export interface SentRequest {
  id: number
  request: ReadRequest
}

export type RequestOutcome = { id: number } & (
  | { kind: 'answer'; answer: Answers[keyof Answers] }
  | { kind: 'error'; code: number; message: string; data: unknown }
  | { kind: 'failure'; why: string }
)
