import { isMainThread, type MessagePort, parentPort } from 'node:worker_threads'
import { isRpcError, type RpcFailure } from '../../../protocol/rpc/failure'
import type { NodeAnswer } from '../../../rpc-client/solana/read-answer'
import { SkimError } from '../skim/skim'
import { type BlockRequest, readBlock } from './read-block'

/*
 * A thread that reads blocks and skims them. Bundled apart: it starts quickly and holds little memory.
 */

/** To the thread: a block to be read, or one that is not wanted any more. */
export type BlockCommand = { id: number; request: BlockRequest } | { id: number; request: null }

/** From the thread: how a request ended. */
export type BlockOutcome =
  | { kind: 'read'; answer: NodeAnswer }
  | { kind: 'failed'; failure: RpcFailure }
  /** It has to be read whole. */
  | { kind: 'unknown form'; message: string }

/** The outcome of the request with that id. One that was given up may have none. */
export interface BlockMessage {
  id: number
  outcome: BlockOutcome
}

/** Reads what it is given, for as long as it is let live. */
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
    // An error of ours ends the thread, and the log names it.
    if (!isRpcError(error)) throw error
    return { kind: 'failed', failure: error.failure }
  }
}

if (!isMainThread && parentPort) readBlocksInThread(parentPort)
