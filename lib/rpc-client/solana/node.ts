import { stringifyJson } from '@/lib/protocol/rpc/json'
import type { Clock } from '../../platform/clock'
import { RpcError } from '../../protocol/rpc/failure'
import type { LimitHint } from '../limit-headers'
import type { Target } from '../target'
import { ID, parsedAnswer, resultIn } from './answer'
import { type NodeAnswer, readAnswer } from './read-answer'

export interface Exchange {
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

/** Integers that a double cannot hold are bigint. @throws RpcError; what `read` throws; anything after an abort */
export async function exchange(node: Target, { method, params, ...limits }: Exchange): Promise<MethodResult> {
  const { clock, signal, timeout, read = readAnswer, onLimit } = limits
  const giveUp = new AbortController()
  const cancel = clock.after(timeout, () => giveUp.abort(), { keepsAlive: true })
  try {
    const json = stringifyJson({ jsonrpc: '2.0', id: ID, method, params })
    const { text, limit } = await read(node, json, AbortSignal.any([signal, giveUp.signal]))
    if (limit !== null) onLimit?.(limit)
    return { result: resultIn(parsedAnswer(text), method), size: text.length }
  } catch (error) {
    if (!giveUp.signal.aborted) throw error
    const message = `no answer within ${Math.round(timeout / 1000)} s`
    throw new RpcError({ kind: 'network', reason: 'timeout', message })
  } finally {
    cancel()
  }
}
