import { stringifyJson } from '@/lib/protocol/rpc/json'
import type { RecordedBlock, RecordedEntry } from './recording'

function transactionResult({ slot, blockTime }: RecordedBlock, { index, transaction }: RecordedEntry): object {
  return { slot, blockTime, ...transaction, ...(index !== null && { transactionIndex: index }) }
}

function blockResult({ blockTime, place, entries }: RecordedBlock): object {
  if (!place) throw new Error('only some transactions of the block were recorded')
  return {
    blockhash: place.blockhash,
    previousBlockhash: place.parentBlockhash,
    parentSlot: place.parentSlot,
    blockHeight: place.height,
    blockTime,
    rewards: place.rewards,
    transactions: entries.map(({ transaction }) => transaction),
  }
}

export function folderFiles(blocks: RecordedBlock[]): { name: string; text: string }[] {
  return blocks.flatMap((block) =>
    block.place
      ? [{ name: `blocks/${block.slot}.json`, text: stringifyJson(blockResult(block)) }]
      : block.entries.map((entry) => ({
          name: `transactions/${entry.signature}.json`,
          text: stringifyJson(transactionResult(block, entry)),
        })),
  )
}
