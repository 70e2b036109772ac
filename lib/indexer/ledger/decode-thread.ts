import type { MessagePort } from 'node:worker_threads'
import type { Programs } from '../../protocol/light/programs'
import { decodedSlot } from './decoded-slot'
import type { SlotFiles } from './folder'
import type { LedgerBlock } from './ledger'

export interface DecodeTask {
  task: 'decode'
  programs: Programs
}

export type Portion = SlotFiles[]

/** `failure`: the line about a damaged file; the blocks before it are included. */
export interface Decoded {
  blocks: LedgerBlock[]
  failure: string | null
}

export function decodeInThread(port: MessagePort, { programs }: DecodeTask): void {
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
