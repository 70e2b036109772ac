import { type NodeAnswer, readAnswer } from '../../../rpc-client/solana/read-answer'
import type { Target } from '../../../rpc-client/target'
import { Skim } from '../skim/skim'

export interface BlockRequest {
  /** Secret. */
  node: Target
  json: string
  program: string
}

/** @throws RpcError; SkimError if the block has to be read whole */
export type ReadBlock = (request: BlockRequest, signal: AbortSignal) => Promise<NodeAnswer>

export const readBlock: ReadBlock = ({ node, json, program }, signal) => {
  return readAnswer(node, json, signal, new Skim(program))
}
