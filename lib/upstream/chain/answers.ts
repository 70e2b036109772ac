import { z } from 'zod'
import { LONGEST_TRANSACTION } from '../../protocol/light/transaction-limits'
import type { AnswerBudget } from '../indexer/answer/budget'
import type { NodeMethod } from './node-counts'

/* Limits of a chain node's answers, above what Solana allows (facts/light-events.md 2.1). Our choice. */

interface NodeAnswer extends AnswerBudget {
  maxBytes: number
  maxRows: number
  row?: (wire: unknown) => unknown
}

/** A transaction with logs, or a hundred accounts of metadata; and a whole block. */
const MAX_BYTES = 8 * 1024 * 1024
const MAX_BLOCK_BYTES = 32 * 1024 * 1024

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

const blockTransaction = z.object({
  transaction: z.tuple([z.string().max(LONGEST_TRANSACTION), z.literal('base64')]),
  meta: z.object({ err: z.unknown(), innerInstructions: z.unknown(), loadedAddresses: z.unknown() }),
  version: z.union([z.literal('legacy'), z.int()]).optional(),
})

export type BlockTransaction = z.output<typeof blockTransaction>

export const NODE_ANSWERS: Readonly<Record<NodeMethod, NodeAnswer>> = {
  getTransaction: transaction,
  getMultipleAccounts: { ...transaction, frameValues: 4_096 },
  getBlock: {
    path: ['result', 'transactions'],
    maxBytes: MAX_BLOCK_BYTES,
    maxRows: 65_536,
    rowValues: TRANSACTION_VALUES,
    frameValues: TRANSACTION_VALUES,
    frameBytes: MAX_BYTES,
    row: (wire) => blockTransaction.safeParse(wire).data ?? null,
  },
  getBlocks: { ...transaction, frameValues: 262_144 },
  getSlot: scalar,
  getBlockTime: scalar,
  getGenesisHash: scalar,
  getFirstAvailableBlock: scalar,
}
