import { clock } from '../../platform/clock'
import { RpcError, type RpcFailure } from '../../protocol/rpc/failure'
import { parseJson } from '../../protocol/rpc/json'
import type { Reply } from '../http'
import { refusalPause, retryAfter } from '../limit-headers'

/* Drops node messages, which may hold the key. No zod, which slows the start of block-reading threads. */

export const NODE_REQUEST_ID = 1

/** Rate-limit codes, whatever the status. facts/photon-wire.md 11. */
const RATE_LIMIT_CODES: ReadonlySet<number | null> = new Set([429, -32429])

export const NODE_BEHIND = -32005

/** `minContextSlot` is ahead of the node. */
export const SLOT_NOT_REACHED = -32016

export function isAnswerCode(code: number): boolean {
  return code <= -32001 && code >= -32099 && code !== NODE_BEHIND
}

const MAX_ERROR_CHARS = 10_000

export function parseAnswer(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new RpcError({ kind: 'malformed', message: 'an answer that is cut or no JSON' })
  }
}

/** null: not JSON, such as a proxy's page. */
export function parseErrorBody(end: () => string): unknown {
  try {
    const text = end()
    return text.length > MAX_ERROR_CHARS ? null : parseJson(text)
  } catch {
    return null
  }
}

export function wrongAnswerError(message: string, method = '', path = 'result'): RpcError {
  return new RpcError({ kind: 'decode', method, path, message })
}

export function resultIn(body: unknown, method: string, retryAfterMs: number | null = null): unknown {
  const { jsonrpc, id, result, error = null } = (body ?? {}) as Record<string, unknown>
  const code = errorCodeIn(body)
  if (code !== null && (id === NODE_REQUEST_ID || id === null || id === undefined)) {
    const message = `error ${code}`
    throw new RpcError(
      RATE_LIMIT_CODES.has(code)
        ? { kind: 'http', status: 429, retryAfterMs, message }
        : { kind: 'rpc', code, message },
    )
  }
  if (jsonrpc !== '2.0' || id !== NODE_REQUEST_ID || error !== null)
    throw wrongAnswerError('an answer that is no JSON-RPC', method, '')
  if (result === undefined) throw wrongAnswerError('an answer without a result', method)
  return result
}

/** Agave answers every error of a method with 200; some providers put 4xx or 5xx beside a JSON-RPC error. */
export function statusFailure({ status, headers }: Pick<Reply, 'status' | 'headers'>, body: unknown): RpcFailure {
  const code = errorCodeIn(body)
  const message = `HTTP ${status}`
  const nowMs = clock().wall()
  if (status === 429 || RATE_LIMIT_CODES.has(code)) {
    return { kind: 'http', status: 429, retryAfterMs: refusalPause(headers, nowMs), message }
  }
  if (code !== null && isAnswerCode(code)) return { kind: 'rpc', code, message: `error ${code} with ${message}` }
  return { kind: 'http', status, retryAfterMs: retryAfter(headers, nowMs), message }
}

function errorCodeIn(body: unknown): number | null {
  const { error } = (body ?? {}) as { error?: { code?: unknown } | null }
  return typeof error?.code === 'number' && Number.isInteger(error.code) ? error.code : null
}
