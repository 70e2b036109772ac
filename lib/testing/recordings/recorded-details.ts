import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import type { TransactionDetails } from '@/lib/transaction/contract'
import { type FoundContent, itemOf, openDetails } from '@/lib/transaction/details'
import type { NodeTransaction } from '../../protocol/solana/node-transaction'
import { asNodeTransaction } from './as-node-transaction'
import { readRecording, recordingNames } from './files'

export interface RecordedDetails {
  recording: string
  source: NodeTransaction
  details: TransactionDetails
}

/** Transactions in order, with the contents of what earlier ones created. */
export async function detailsInOrder(sources: readonly NodeTransaction[]): Promise<TransactionDetails[]> {
  const contents = new Map<string, FoundContent>()
  const opened = []
  for (const source of sources) {
    const transaction = await openDetails(source, PROGRAMS)
    for (const update of transaction.created) {
      const { account, token } = itemOf(update, source.slot)
      contents.set(account.hash, { state: 'read', account, token, createdBy: source.signature })
    }
    opened.push(transaction)
  }
  return Promise.all(opened.map((transaction) => transaction.details(contents)))
}

/** Every recorded transaction. */
export async function recordedDetails(): Promise<RecordedDetails[]> {
  const all = recordingNames().map(async (recording) => {
    const { blocks, extra } = readRecording(recording)
    const sources = [...blocks, ...extra].flatMap((block) =>
      block.entries.map((entry) => asNodeTransaction(block, entry)),
    )
    const details = await detailsInOrder(sources)
    return sources.flatMap((source, i) => {
      const one = details[i]
      return one ? [{ recording, source, details: one }] : []
    })
  })
  return (await Promise.all(all)).flat()
}
