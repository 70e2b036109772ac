import { z } from 'zod'
import { LONGEST_TRANSACTION } from '../../protocol/light/transaction-limits'
import type { AnswerBudget } from '../indexer/answer/budget'
import type { NodeMethod } from './node-counts'

/*
 * What an answer of a chain node may hold before anything is made of it. All budgets are above what a Solana node can have
 * to say (facts/light-events.md 2.1), and our choice.
 */

/** The budget of one method's answers. */
interface NodeAnswer extends AnswerBudget {
  maxBytes: number
  maxRows: number
  /** What is kept of a row; null: it is none. */
  row?: (wire: unknown) => unknown
}

/** Bytes of a transaction with its logs, or of a hundred accounts of metadata; and of a whole block. */
const MAX_BYTES = 8 * 1024 * 1024
const MAX_BLOCK_BYTES = 32 * 1024 * 1024

/** Values of a transaction: every instruction with every account makes 17,000, balances 6,000, the longest log 14,000. */
const TRANSACTION_VALUES = 65_536

const transaction: NodeAnswer = {
  path: [],
  maxRows: 0,
  rowValues: 0,
  maxBytes: MAX_BYTES,
  frameValues: TRANSACTION_VALUES,
  frameBytes: MAX_BYTES,
}

/** A word, a number, or an error. */
const scalar: NodeAnswer = { ...transaction, frameValues: 256, frameBytes: 64 * 1024 }

/** A transaction of a block, with what its parser reads. */
const blockTransaction = z.object({
  transaction: z.tuple([z.string().max(LONGEST_TRANSACTION), z.literal('base64')]),
  meta: z.object({ err: z.unknown(), innerInstructions: z.unknown(), loadedAddresses: z.unknown() }),
  version: z.union([z.literal('legacy'), z.int()]).optional(),
})

export type BlockTransaction = z.output<typeof blockTransaction>

export const NODE_ANSWERS: Readonly<Record<NodeMethod, NodeAnswer>> = {
  getTransaction: transaction,
  // A hundred accounts of eight members.
  getMultipleAccounts: { ...transaction, frameValues: 4_096 },
  getBlock: {
    path: ['result', 'transactions'],
    maxBytes: MAX_BLOCK_BYTES,
    // The smallest ones with their meta fill the bytes sooner.
    maxRows: 65_536,
    rowValues: TRANSACTION_VALUES,
    frameValues: TRANSACTION_VALUES,
    frameBytes: MAX_BYTES,
    row: (wire) => blockTransaction.safeParse(wire).data ?? null,
  },
  // Five times the longest list that is asked for (next-block.ts).
  getBlocks: { ...transaction, frameValues: 262_144 },
  getSlot: scalar,
  getBlockTime: scalar,
  getGenesisHash: scalar,
  getFirstAvailableBlock: scalar,
}
