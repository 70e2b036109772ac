import { z } from 'zod'
import { parseJson, stringifyJson } from '@/lib/protocol/rpc/json'
import { type Clock, pause } from '../../platform/clock'
import type { LimitHint } from '../limit-headers'
import type { Target } from '../target'
import { isNodeProblem, type NodeAnswer, NodeProblem, readAnswer } from './read-answer'

/*
 * One Solana RPC node, and one exchange with it.
 */

/** The node answered with a JSON-RPC error. Its own words are left out: they may repeat the key it was asked with. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal'
  /** The method that was asked; null until it is known. */
  op: string | null = null

  constructor(
    readonly code: number,
    message = `error ${code}`,
  ) {
    super(message)
  }
}

export function isNodeRefusal(error: unknown): error is NodeRefusal {
  return error instanceof Error && error.name === 'NodeRefusal'
}

/** What may become of an exchange besides an answer. */
export type NodeFailure = NodeProblem | NodeRefusal

export function isNodeFailure(error: unknown): error is NodeFailure {
  return isNodeProblem(error) || isNodeRefusal(error)
}

/** One request to a node. */
export interface Exchange {
  method: string
  params: unknown[]
  /** Milliseconds for the whole, to the last byte. */
  timeout: number
  clock: Clock
  signal: AbortSignal
  /** Posts the request, and resolves to what of the answer is parsed; all of it unless this is given. */
  read?: (node: Target, json: string, signal: AbortSignal) => Promise<NodeAnswer>
  /** Called with what an answer says of the node's rate limit, before it is parsed. */
  onLimit?: (limit: LimitHint) => void
}

/** What a method returned. */
export interface MethodResult {
  result: unknown
  /** Characters that were parsed for it. */
  size: number
}

const envelope = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.literal(1),
  result: z.unknown().optional(),
  error: z.object({ code: z.number().int(), message: z.string() }).nullish(),
})

/**
 * Asks once. Integers that a double cannot hold come as bigint.
 * @throws NodeProblem, NodeRefusal; what `read` throws; whatever it is after `signal` aborted.
 */
export async function exchange(node: Target, { method, params, ...limits }: Exchange): Promise<MethodResult> {
  const { clock, signal, timeout, read = readAnswer, onLimit } = limits
  const ended = new AbortController()
  const giveUp = new AbortController()
  void pause(timeout, ended.signal, clock).then(() => giveUp.abort())
  try {
    const json = stringifyJson({ jsonrpc: '2.0', id: 1, method, params })
    const { text, limit } = await read(node, json, AbortSignal.any([signal, giveUp.signal]))
    if (limit !== null) onLimit?.(limit)
    return { result: resultOf(text), size: text.length }
  } catch (error) {
    const failure = giveUp.signal.aborted
      ? new NodeProblem(`no answer within ${Math.round(timeout / 1000)} s`, { isSilent: true })
      : error
    if (isNodeFailure(failure)) failure.op = method
    throw failure
  } finally {
    ended.abort()
  }
}

function resultOf(text: string): unknown {
  const read = envelope.safeParse(parsed(text))
  if (!read.success) throw new NodeProblem('an answer that is no JSON-RPC')
  const { result, error } = read.data
  if (error) throw new NodeRefusal(error.code)
  if (result === undefined) throw new NodeProblem('an answer without a result')
  return result
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new NodeProblem('an answer that is cut or no JSON')
  }
}
