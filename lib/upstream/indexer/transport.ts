import 'server-only'
import { z } from 'zod'
import { clock } from '../../platform/clock'
import type { PathForm } from '../../platform/environment'
import { REQUEST_ID, requestEnvelope, rpcError } from '../../protocol/rpc/envelope'
import { RpcError, type RpcFailure, type UpstreamError } from '../../protocol/rpc/failure'
import { stringifyJson } from '../../protocol/rpc/json'
import { type MethodName, methods, type Params, type Result } from '../../protocol/rpc/methods'
import { refusalPause, retryAfter } from '../../rpc-client/limit-headers'
import { type ExchangeLimits, postRpc, type ReplyWithBody } from '../../rpc-client/post-rpc'
import type { Endpoint } from '../networks/endpoint'
import { decodeResult, maxRowsOf, NOT_JSON, refusalFailure } from './answer/decode'
import { readFrame } from './answer/read'
import { AnswerScan } from './answer/scan'
import { withKnownMessage } from './known-messages'

/** Above this, Photon's 32-bit integers overflow (facts/photon-wire.md 5). No account has as much data. */
const MAX_RANGE_VALUE = 2 ** 31 - 2

/** Omits absent members, since indexers differ on null; bounds numbers to what every indexer accepts. */
export function sendableParams(params: object): object {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(given.map(([name, value]) => [name, name === 'cursor' ? value : bounded(value)]))
}

function bounded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bounded)
  if (typeof value !== 'object' || value === null) return value
  const isBytes = (name: string, of: unknown): of is number =>
    (name === 'offset' || name === 'length') && typeof of === 'number'
  return Object.fromEntries(
    Object.entries(value).map(([name, of]) => [name, isBytes(name, of) ? Math.min(of, MAX_RANGE_VALUE) : bounded(of)]),
  )
}

export interface IndexerExchange<M extends MethodName> {
  result: Result<M>
  bytes: number
  /** Date header, milliseconds since the epoch; null: absent or invalid. */
  dateMs: number | null
}

/** Above Photon's limit of 10 MiB (facts/photon-wire.md 4), so that its error arrives first. */
const MAX_BYTES = 12 * 1024 * 1024

const MAX_BYTES_SMALL = 64 * 1024

/** Sends one request and checks the answer. Interface 1, 2.1, 2.2. Error messages pass known-messages.ts. @throws RpcError */
export async function exchange<M extends MethodName>(
  endpoint: Endpoint,
  method: M,
  params: Params<M>,
  limits: Omit<ExchangeLimits, 'maxBytes'>,
  form?: PathForm,
): Promise<IndexerExchange<M>> {
  const { parameterless } = methods[method]
  const body = stringifyJson(requestEnvelope(method, parameterless ? undefined : sendableParams(params)))
  const maxBytes = parameterless ? MAX_BYTES_SMALL : MAX_BYTES
  const scan = new AnswerScan(maxRowsOf(method, params))
  const inspect = (part: Buffer) => {
    scan.feed(part)
    return scan.refusal === null
  }
  const reply = await postRpc(endpoint.target(method, form), body, { ...limits, maxBytes, inspect })
  const refusal = scan.end()
  if (reply.status < 200 || reply.status > 299) {
    throw new RpcError(statusFailure(reply, refusal ? null : errorIn(reply.body, scan)))
  }
  if (refusal) throw new RpcError(refusalFailure(method, params, refusal))
  const dateMs = Date.parse(reply.headers.date ?? '')
  try {
    const frame = resultOf(method, readFrame(reply.body, scan), reply)
    return {
      result: await decodeResult(method, frame, reply.body, scan),
      bytes: reply.bytes,
      dateMs: Number.isNaN(dateMs) ? null : dateMs,
    }
  } catch (error) {
    throw error instanceof SyntaxError ? new RpcError(NOT_JSON) : error
  }
}

export function omitAbsent(params: object): object {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== null))
}

/** Rate-limit codes, whatever the status. facts/photon-wire.md 11. */
const LIMIT_CODES = new Set([429, -32429, -32005])

/** Solana uses -32005 for a lagging node, too. */
const LAGS = /^Node is (behind|unhealthy)/

/** The plan's credits are used up, so retrying soon is useless. facts/photon-wire.md 11. */
const CREDITS_GONE = /max usage reached/i
const CREDITS_GONE_MS = 60_000

function statusFailure(reply: ReplyWithBody, error: UpstreamError | null): RpcFailure {
  const { status } = reply
  const message = `The indexer returned HTTP ${status}.`
  const limited = error ? limitFailure(error, reply) : null
  if (limited) return limited
  const pauseOf = status === 429 ? refusalPause : status === 503 ? retryAfter : () => null
  const retryAfterMs = pauseOf(reply.headers, clock().wall())
  return { kind: 'http', status, retryAfterMs, message, ...(error && { error: withKnownMessage(error) }) }
}

function limitFailure(error: UpstreamError, { headers }: ReplyWithBody): RpcFailure | null {
  if (!LIMIT_CODES.has(error.code) || LAGS.test(error.message)) return null
  const retryAfterMs = CREDITS_GONE.test(error.message) ? CREDITS_GONE_MS : refusalPause(headers, clock().wall())
  return { kind: 'http', status: 429, retryAfterMs, message: 'The indexer’s rate limit is exceeded.' }
}

function errorIn(body: Buffer, scan: AnswerScan): UpstreamError | null {
  try {
    const read = z.object({ error: rpcError }).safeParse(readFrame(body, scan))
    return read.success ? read.data.error : null
  } catch {
    return null
  }
}

/** Interface 2.2. Errors may have no id, since gateways fail before reading it (facts/photon-wire.md 11). */
function resultOf(method: MethodName, body: unknown, reply: ReplyWithBody): unknown {
  const broken = (path: string, message: string) => new RpcError({ kind: 'decode', method, path, message })
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw broken('', 'The response is not an object.')
  const { jsonrpc, id, result, error } = body as Record<string, unknown>
  if (jsonrpc !== '2.0') throw broken('jsonrpc', 'The response is not JSON-RPC 2.0.')
  if (error !== undefined && error !== null) {
    const read = rpcError.safeParse(error)
    if (!read.success) throw broken('error', 'The error in the response has no code or no message.')
    const limited = limitFailure(read.data, reply)
    if (limited) throw new RpcError(limited)
    if (id !== REQUEST_ID && id !== null && id !== undefined) throw broken('id', ID_MISMATCH)
    if (result !== undefined && result !== null) throw broken('', 'The response has both a result and an error.')
    throw new RpcError({ kind: 'rpc', ...withKnownMessage(read.data) })
  }
  if (id !== REQUEST_ID) throw broken('id', ID_MISMATCH)
  if (result === undefined) throw broken('', 'The response has neither a result nor an error.')
  return result
}

const ID_MISMATCH = 'The response belongs to another request.'
