import type { MessagePort } from 'node:worker_threads'
import type { Programs } from '../../protocol/light/programs'
import { decodedSlot } from './decoded-slot'
import type { SlotFiles } from './folder'
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
  // One after the other: answers come in the order of the questions.
  let last = Promise.resolve()
  port.on('message', (portion: Portion) => {
    last = last.then(async () => port.postMessage(await decoded(portion, programs)))
  })
}

/** Never rejects. */
export async function decoded(portion: Portion, programs: Programs): Promise<Decoded> {
  const blocks: LedgerBlock[] = []
  try {
    for (const slot of portion) blocks.push(await decodedSlot(slot, programs))
    return { blocks, failure: null }
  } catch (error) {
    return { blocks, failure: error instanceof Error ? error.message : String(error) }
  }
}
