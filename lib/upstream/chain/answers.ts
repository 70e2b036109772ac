import type { AnswerBudget } from '../indexer/answer/budget'
import type { NodeMethod } from './node-counts'

/* Limits of a chain node's answers, above what Solana allows (facts/light-events.md 2.1). Our choice. */

interface NodeAnswer extends AnswerBudget {
  maxBytes: number
  maxRows: number
  row?: (wire: unknown) => unknown
}

/** A transaction with logs, or a hundred accounts of metadata. */
const MAX_BYTES = 8 * 1024 * 1024

/** Instructions with all accounts take 17,000 values, balances 6,000, the longest log 14,000. */
const TRANSACTION_VALUES = 65_536

const transaction: NodeAnswer = {
  path: [],
  maxRows: 0,
  rowValues: 0,
  maxBytes: MAX_BYTES,
  frameValues: TRANSACTION_VALUES,
  frameBytes: MAX_BYTES,
}

const scalar: NodeAnswer = { ...transaction, frameValues: 256, frameBytes: 64 * 1024 }

export const NODE_ANSWERS: Readonly<Record<NodeMethod, NodeAnswer>> = {
  getTransaction: transaction,
  getMultipleAccounts: { ...transaction, frameValues: 4_096 },
  getSlot: scalar,
  getGenesisHash: scalar,
  getFirstAvailableBlock: scalar,
}
