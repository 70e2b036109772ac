import type { NodeTransaction } from '@/lib/protocol/solana/node-transaction'
import type { RecordedBlock, RecordedEntry } from './recording'

/** A recorded transaction as the gateway hands on what a chain node answered. */
export function asNodeTransaction(
  { slot, blockTime }: RecordedBlock,
  { signature, transaction }: RecordedEntry,
): NodeTransaction {
  return { ...transaction, signature, slot, blockTime, finalized: true, unchecked: false, logsLeftOut: 0 }
}
