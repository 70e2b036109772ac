import { isMainThread, type MessagePort, parentPort } from 'node:worker_threads'
import { isRpcError, type RpcFailure } from '../../../protocol/rpc/failure'
import type { NodeAnswer } from '../../../rpc-client/solana/read-answer'
import { SkimError } from '../skim/skim'
import { type BlockRequest, readBlock } from './read-block'

/* Reads and skims blocks. A bundle of its own, which starts quickly and takes little memory. */

export type BlockCommand = { id: number; request: BlockRequest } | { id: number; request: null }

export type BlockOutcome =
  | { kind: 'read'; answer: NodeAnswer }
  | { kind: 'failed'; failure: RpcFailure }
  | { kind: 'unknown form'; message: string }

export interface BlockMessage {
  id: number
  outcome: BlockOutcome
}

export function readBlocksInThread(port: MessagePort): void {
  const running = new Map<number, AbortController>()
  port.on('message', ({ id, request }: BlockCommand) => {
    if (request === null) return running.get(id)?.abort()
    const giveUp = new AbortController()
    running.set(id, giveUp)
    void outcomeOf(request, giveUp.signal).then((outcome) => {
      running.delete(id)
      port.postMessage({ id, outcome } satisfies BlockMessage)
    })
  })
}

async function outcomeOf(request: BlockRequest, signal: AbortSignal): Promise<BlockOutcome> {
  try {
    return { kind: 'read', answer: await readBlock(request, signal) }
  } catch (error) {
    if (error instanceof SkimError) return { kind: 'unknown form', message: error.message }
    // Our own errors end the thread, and the log names them.
    if (!isRpcError(error)) throw error
    return { kind: 'failed', failure: error.failure }
  }
}

if (!isMainThread && parentPort) readBlocksInThread(parentPort)
