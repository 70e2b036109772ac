import { type NodeAnswer, readAnswer } from '../../../rpc-client/solana/read-answer'
import type { Target } from '../../../rpc-client/target'
import { Skim } from '../skim/skim'

/** A request for a block, of which only transactions that may mention a program are wanted. */
export interface BlockRequest {
  /** Secret. */
  node: Target
  json: string
  /** Base58. */
  program: string
}

/**
 * Posts the request, and resolves to JSON without the other transactions.
 * @throws RpcError; SkimError where the block has to be read whole.
 */
export type ReadBlock = (request: BlockRequest, signal: AbortSignal) => Promise<NodeAnswer>

/** Reads a block in this thread. */
export const readBlock: ReadBlock = ({ node, json, program }, signal) => {
  return readAnswer(node, json, signal, new Skim(program))
}
