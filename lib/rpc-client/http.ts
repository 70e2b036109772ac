import 'server-only'
import { isUtf8 } from 'node:buffer'
import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { createGunzip } from 'node:zlib'
import { clock } from '../platform/clock'
import { loopTurn } from '../platform/loop-turn'
import { once } from '../platform/once'
import { type NetworkCause, RpcError, type RpcFailure } from '../protocol/rpc/failure'
import { limits } from './limits'
import { proxies } from './proxies'
import { type ProxyError, proxyErrorOf, proxyRefusalOf } from './proxy-error'
import type { Target } from './target'
import { wayTo } from './way'

/** What one exchange may cost. */
export interface ExchangeLimits {
  /** Milliseconds from connecting to the last byte. */
  deadlineMs: number
  /** Bytes of the answer after decompression. */
  maxBytes: number
  /**
   * Gets each part of the answer as it comes; false: the body is not wanted, and no more parts are shown. Others have their
   * turn between two portions of them.
   */
  inspect?: (part: Buffer) => boolean
  /** True: on a connection of its own, because an idle one may have died. */
  freshSocket: boolean
  /** True: a request that dies with an idle connection is sent once more, on one of its own: such a death is no answer. */
  renews?: boolean
  /** Gets status and headers of the answer before its body, once. */
  onHead?: (status: number, headers: http.IncomingHttpHeaders) => void
  /** Sent beside those that every request has. */
  headers?: Readonly<Record<string, string>>
}

/** An HTTP answer, whole. */
export interface Reply {
  status: number
  headers: http.IncomingHttpHeaders
  /** UTF-8; empty if `inspect` did not want it. */
  body: Buffer
  /** Bytes of the answer after decompression. */
  bytes: number
}

/** Idle connections per indexer. How many calls are made at once is not decided here (admission.ts). */
const MAX_IDLE_SOCKETS = 16

/** Bytes of an answer that are inspected before others have their turn: some milliseconds where they are all brackets. */
const INSPECTED_AT_ONCE = 128 * 1024

/** Connections of this process to indexers. */
export const agents = once('connections', () => {
  const options = { keepAlive: true, maxFreeSockets: MAX_IDLE_SOCKETS }
  return { http: new http.Agent(options), https: new https.Agent(options) }
})

/**
 * Posts JSON and reads the answer. One deadline covers everything, a shorter one the way to a connection; the
 * answer's size counts after decompression and stops the exchange at once; redirects are not followed. Plain fetch does
 * none of these (facts/reliability.md 0.4).
 * @throws RpcError whose failure and text hold nothing of the URL; node's own error, which does, is not kept as cause.
 */
export function post(target: Target, body: string, exchange: ExchangeLimits): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const way = wayTo(proxies(), target, exchange.freshSocket ? false : agents())
    const request = way.request({
      hostname: way.hostname,
      port: way.port,
      path: way.path,
      method: 'POST',
      agent: way.agent,
      headers: {
        ...exchange.headers,
        ...way.headers,
        ...target.headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': 'leafscan',
      },
    })
    const startedMs = clock().monotonic()
    let failed = false
    let source: Readable | null = null
    const cancelDeadline = clock().after(exchange.deadlineMs, () => {
      const cause = source === null ? 'timeout_headers' : 'timeout_total'
      fail({ kind: 'network', reason: 'timeout', message: TIMEOUT, cause })
    })
    let connected = () => {}

    function fail(failure: RpcFailure): void {
      failed = true
      cancelDeadline()
      connected()
      request.destroy()
      source?.destroy()
      reject(new RpcError(failure))
    }

    const limitConnecting = () => {
      connected = clock().after(limits().connectMs, () => fail(way.via === null ? NO_CONNECTION : NO_WAY))
    }
    // The socket of a tunnel is there only once the proxy has made it.
    if (way.via === 'tunnel') limitConnecting()
    request.on('socket', (socket) => {
      if (request.reusedSocket) return connected()
      if (way.via !== 'tunnel') {
        if (!socket.connecting) return
        limitConnecting()
      }
      socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', connected)
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const died = request.reusedSocket && source === null && CAUSES[error.code ?? ''] === 'reset'
      if (failed || !died || exchange.renews !== true) {
        const ofProxy = source === null ? proxyErrorOf(way, error) : null
        return fail(ofProxy ? proxyFailure(ofProxy) : failureOf(error, source !== null))
      }
      cancelDeadline()
      const deadlineMs = Math.max(1, exchange.deadlineMs - (clock().monotonic() - startedMs))
      resolve(post(target, body, { ...exchange, deadlineMs, freshSocket: true }))
    })
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      fail({ kind: 'malformed', message: 'The indexer switched to another protocol.' })
    })
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      const refusal = proxyRefusalOf(way, status)
      if (refusal) {
        response.resume()
        return fail(proxyFailure(refusal))
      }
      exchange.onHead?.(status, response.headers)
      if (status >= 300 && status < 400) {
        response.resume()
        fail({ kind: 'network', reason: 'redirect', message: `The indexer redirects elsewhere (HTTP ${status}).` })
        return
      }
      const unpacked = unpack(response)
      if (unpacked === null) {
        fail({ kind: 'malformed', message: 'The indexer used an encoding that was not requested.' })
        return
      }
      source = unpacked
      read(response, unpacked, exchange, fail, (body, bytes) => {
        if (!isUtf8(body)) return fail({ kind: 'malformed', message: 'The indexer’s response is not UTF-8 text.' })
        cancelDeadline()
        resolve({ status, headers: response.headers, body, bytes })
      })
    })
    request.end(body)
  })
}

const NO_CONNECTION: RpcFailure = {
  kind: 'network',
  reason: 'unreachable',
  message: 'Could not connect to the indexer.',
  cause: 'timeout_connect',
}
const NO_WAY: RpcFailure = { ...NO_CONNECTION, message: 'Could not connect to the indexer through the HTTP proxy.' }

function proxyFailure({ message }: ProxyError): RpcFailure {
  return { kind: 'network', reason: 'unreachable', message: `${message}.`, cause: 'proxy' }
}

const TIMEOUT = 'The indexer did not respond in time.'
const BROKE_OFF = 'The indexer’s response was cut off.'

/** Collects a body up to `maxBytes`, both as it comes over the wire and unpacked. */
function read(
  response: http.IncomingMessage,
  unpacked: Readable,
  { maxBytes, inspect }: ExchangeLimits,
  fail: (failure: RpcFailure) => void,
  done: (body: Buffer, bytes: number) => void,
): void {
  const chunks: Buffer[] = []
  let wanted = true
  let size = 0
  let wireSize = 0
  let inspected = 0
  const tooLarge = () => fail({ kind: 'network', reason: 'too-large', message: 'The indexer’s response is too large.' })
  const brokeOff = () => fail({ kind: 'malformed', message: BROKE_OFF })
  response.on('data', (chunk: Buffer) => {
    wireSize += chunk.length
    if (wireSize > maxBytes) tooLarge()
  })
  unpacked.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) return tooLarge()
    if (wanted && inspect) {
      wanted = inspect(chunk)
      inspected += chunk.length
      if (inspected >= INSPECTED_AT_ONCE) {
        inspected = 0
        unpacked.pause()
        void loopTurn().then(() => unpacked.resume())
      }
    }
    // Read on to its end, so that one that is too large is called that, whatever else is wrong with it.
    if (wanted) chunks.push(chunk)
    else chunks.length = 0
  })
  response.on('error', brokeOff)
  unpacked.on('error', brokeOff)
  unpacked.on('end', () => (response.complete ? done(Buffer.concat(chunks), size) : brokeOff()))
}

/** The body without its content encoding; null for an encoding that was not asked for. */
function unpack(response: http.IncomingMessage): Readable | null {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return response
  return encoding === 'gzip' || encoding === 'x-gzip' ? response.pipe(createGunzip()) : null
}

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The indexer refused the connection.',
  ECONNRESET: 'The indexer closed the connection.',
  EPIPE: 'The indexer closed the connection.',
  ENOTFOUND: 'The indexer’s host name was not found.',
  EAI_AGAIN: 'The indexer’s host name could not be resolved.',
  ETIMEDOUT: 'Could not connect to the indexer.',
  EHOSTUNREACH: 'No route to the indexer.',
  ENETUNREACH: 'No route to the indexer.',
}

const CAUSES: Readonly<Record<string, NetworkCause>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ETIMEDOUT: 'timeout_connect',
}

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/

/** What went wrong, by node's error code alone: its message names host and port. */
function failureOf({ code = '' }: NodeJS.ErrnoException, answering: boolean): RpcFailure {
  if (code.startsWith('HPE_')) return { kind: 'malformed', message: 'The indexer’s response is not HTTP.' }
  if (TLS_CODE.test(code)) {
    return { kind: 'network', reason: 'tls', message: 'Could not establish a secure connection to the indexer.' }
  }
  if (answering) return { kind: 'malformed', message: BROKE_OFF }
  const cause = CAUSES[code]
  return {
    kind: 'network',
    reason: 'unreachable',
    message: UNREACHABLE[code] ?? 'The connection to the indexer failed.',
    ...(cause !== undefined && { cause }),
  }
}
