import type { MessagePort } from 'node:worker_threads'
import type { Programs } from '../parse/programs'
import { parseTransaction } from '../parse/transaction'
import { readSlot, type SlotFiles } from './folder'
import type { LedgerBlock } from './ledger'

/** What a thread is started with. */
export interface DecodeTask {
  task: 'decode'
  programs: Programs
}

/** What it is given at once. */
export type Portion = SlotFiles[]

/** What became of it. `failure`: the line about the file at which it ended; the blocks before that one are there. */
export interface Decoded {
  blocks: LedgerBlock[]
  failure: string | null
}

/** Reads and decodes what it is given, for as long as it is let live. */
export function decodeInThread(port: MessagePort, { programs }: DecodeTask): void {
  port.on('message', (portion: Portion) => port.postMessage(decoded(portion, programs)))
}

export function decoded(portion: Portion, programs: Programs): Decoded {
  const blocks: LedgerBlock[] = []
  try {
    for (const slot of portion) blocks.push(decodedBlock(readSlot(slot, programs.compression), programs))
    return { blocks, failure: null }
  } catch (error) {
    return { blocks, failure: error instanceof Error ? error.message : String(error) }
  }
}

/** Without the transactions that change nothing and tell nothing: most of those in a real block. */
function decodedBlock({ slot, blockTime, transactions }: LedgerBlock, programs: Programs): LedgerBlock {
  const parsed = transactions.map((transaction) => parseTransaction(transaction, programs))
  const telling = parsed.filter((each) => !each.ok || each.update !== null || each.undecodable.length > 0)
  return { slot, blockTime, transactions: [], decoded: telling }
}
