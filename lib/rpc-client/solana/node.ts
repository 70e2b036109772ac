import { stringifyJson } from '@/lib/protocol/rpc/json'
import type { Clock } from '../../platform/clock'
import { RpcError } from '../../protocol/rpc/failure'
import type { LimitHint } from '../limit-headers'
import type { Target } from '../target'
import { NODE_REQUEST_ID, parseAnswer, resultIn } from './answer'
import { type NodeAnswer, readAnswer } from './read-answer'

export interface NodeCallOptions {
  method: string
  params: unknown[]
  timeout: number
  clock: Clock
  signal: AbortSignal
  read?: (node: Target, json: string, signal: AbortSignal) => Promise<NodeAnswer>
  onLimit?: (limit: LimitHint) => void
}

export interface MethodResult {
  result: unknown
  size: number
}

/** Unsafe integers are bigint. @throws RpcError; what `read` throws; any error after an abort */
export async function callNode(node: Target, { method, params, ...limits }: NodeCallOptions): Promise<MethodResult> {
  const { clock, signal, timeout, read = readAnswer, onLimit } = limits
  const giveUp = new AbortController()
  const cancel = clock.after(timeout, () => giveUp.abort(), { keepsAlive: true })
  try {
    const json = stringifyJson({ jsonrpc: '2.0', id: NODE_REQUEST_ID, method, params })
    const { text, limit } = await read(node, json, AbortSignal.any([signal, giveUp.signal]))
    if (limit !== null) onLimit?.(limit)
    return { result: resultIn(parseAnswer(text), method), size: text.length }
  } catch (error) {
    if (!giveUp.signal.aborted) throw error
    const message = `no answer within ${Math.round(timeout / 1000)} s`
    throw new RpcError({ kind: 'network', reason: 'timeout', message })
  } finally {
    cancel()
  }
}
