import type { AccountForm, BlockDetails, TransactionForm } from './calls'
import type { Reach } from './reach'

/*
 * Messages between the thread that answers and the one that reads the recording. An answer comes as JSON text, so that a large
 * one costs the thread that answers no more than to pass it on.
 */

/** What is wanted of a recording. `longest`: characters that an answer may have. */
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

/** What stands in a slot: members of an object as JSON text, to which the time is added. */
export interface InSlot {
  slot: number
  /** Seconds since the Unix epoch; null where the recording has no time. */
  blockTime: number | null
  members: string
}

/** What is answered to a request: null where there is nothing of the kind. */
export interface Answers {
  /** Base58. */
  genesis: string
  transaction: InSlot | null
  block: InSlot | null
  time: { blockTime: number | null } | null
  /** JSON text of the list. */
  slots: string
  /** JSON text of each account, `null` for one that the recording does not hold. */
  accounts: string[]
}

/** The answer to a request. */
export type AnswerTo<R extends ReadRequest> = Answers[R['about']]

/** A request on its way, and what became of it: an answer, an error for the client, or a failure for the log. */
export interface SentRequest {
  id: number
  request: ReadRequest
}

/** What became of a request. */
export type RequestOutcome = { id: number } & (
  | { kind: 'answer'; answer: Answers[keyof Answers] }
  | { kind: 'error'; code: number; message: string; data: unknown }
  | { kind: 'failure'; why: string }
)
