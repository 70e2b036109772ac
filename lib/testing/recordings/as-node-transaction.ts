import type { NodeTransaction } from '@/lib/protocol/solana/node-transaction'
import type { RecordedBlock, RecordedEntry } from './recording'

export function asNodeTransaction(
  { slot, blockTime }: RecordedBlock,
  { signature, transaction }: RecordedEntry,
): NodeTransaction {
  return { ...transaction, signature, slot, blockTime, finalized: true, unchecked: false, logsLeftOut: 0 }
}
