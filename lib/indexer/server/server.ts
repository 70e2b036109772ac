import { isUtf8 } from 'node:buffer'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { RPC_CODES } from '@/lib/protocol/rpc/envelope'
import { listenProblem } from '@/scripts/ports.mjs'
import { MACHINE_CLOCK } from '../../platform/clock'
import { log } from '../../platform/log'
import { EventLoopTurns } from '../event-loop-turns'
import { looksLikeRequest } from '../json-rpc/envelope'
import { isMethodError } from '../json-rpc/method-error'
import { ClientLeft, WorkBudget } from '../json-rpc/work'
import { CONNECTION_LIMITS, type ConnectionLimits, Connections, type Exchange } from './connections'
import {
  answer,
  assertReady,
  associatedAnswer,
  errorText,
  INTERNAL_ERROR,
  MAX_BODY,
  PARSE_ERROR,
  type RpcService,
  TOO_LARGE,
} from './json-rpc'

/* HTTP as Photon: POST on any path, two GET routes, CORS for everyone. facts/photon-wire.md 2. */

/** These apply even while there is room. */
const HEADERS_TIMEOUT_MS = 15_000
const REQUEST_TIMEOUT_MS = 60_000
const TIMEOUT_CHECK_INTERVAL_MS = 5_000

const JSON_TYPES = new Set(['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8'])
const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'

const PREFLIGHT = {
  'access-control-allow-methods': 'POST,GET',
  'access-control-allow-headers': 'content-type',
  vary: 'origin, access-control-request-method, access-control-request-headers',
}

export interface RunningServer {
  port: number
  connections(): Connections['now']
  /** Finishes current answers, then ends every connection. */
  close(): Promise<void>
}

export interface ServerOptions {
  host: string
  port: number
  metrics(): string | Promise<string>
  limits?: ConnectionLimits
}

/** @throws Error in plain words when the port is not available */
export async function startServer(service: RpcService, options: ServerOptions): Promise<RunningServer> {
  const clock = service.clock ?? MACHINE_CLOCK
  const connections = new Connections(clock, options.limits ?? CONNECTION_LIMITS)
  const rounds = new EventLoopTurns()
  const timeouts = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
  }
  const server = http.createServer({ requireHostHeader: false, ...timeouts }, (request, response) => {
    const exchange = connections.begin(request.socket)
    if (!exchange) return tooManyConnections(response)
    response.on('close', () => exchange.end())
    handle({ request, response, exchange }, service, options, rounds).catch((error: unknown) => {
      // A client that left or was cut off is not a server error.
      if (request.socket.destroyed || error instanceof ClientLeft) return
      log('error', 'a request failed', { reason: error instanceof Error ? error.message : String(error) })
      if (!response.headersSent) send(response, 500, JSON_TYPE, INTERNAL_ERROR)
      else response.destroy()
    })
  })
  // Longer than usual clients' pools keep a connection, so that none closes under a request.
  server.keepAliveTimeout = 75_000
  server.on('connection', (socket) => connections.add(socket))
  await new Promise<void>((resolve, reject) => {
    const { host, port } = options
    const place = { variable: 'INDEXER_PORT', port, hostVariable: 'INDEXER_HOST', host }
    server.once('error', ({ code }: NodeJS.ErrnoException) => reject(new Error(listenProblem(place, code))))
    server.listen(options.port, options.host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections.now,
    close: () => closeServer(server),
  }
}

/** Open requests get this long before their connections are cut. */
const CLOSE_GRACE_MS = 1000

function closeServer(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}

interface HttpExchange {
  request: http.IncomingMessage
  response: http.ServerResponse
  exchange: Exchange
}

async function handle(
  { request, response, exchange }: HttpExchange,
  service: RpcService,
  { metrics }: ServerOptions,
  rounds: EventLoopTurns,
): Promise<void> {
  if (request.method === 'OPTIONS') return send(response, 200, null, '', PREFLIGHT)
  if (!request.headers.host) return send(response, 400, JSON_TYPE, PARSE_ERROR)
  const probe = probeOf(request)
  if (probe === '/liveness') return send(response, 200, JSON_TYPE, 'null')
  if (probe === '/readiness') {
    exchange.beginWork()
    return readiness(response, service)
  }
  if (probe === '/metrics') {
    exchange.beginWork()
    return send(response, 200, TEXT_TYPE, await metrics())
  }
  if (probe?.startsWith(ASSOCIATED)) {
    exchange.beginWork()
    await exchange.inTurn()
    const { status, body } = await associatedAnswer(service, probe.slice(ASSOCIATED.length))
    return send(response, status, JSON_TYPE, body)
  }
  if (request.method !== 'POST') {
    const isProbe = isGetPath(pathOf(request))
    return send(response, 405, TEXT_TYPE, 'Used HTTP method is not allowed: POST or OPTIONS is required\n', {
      allow: isProbe ? 'GET, HEAD, POST, OPTIONS' : 'POST, OPTIONS',
    })
  }
  if (!JSON_TYPES.has((request.headers['content-type'] ?? '').toLowerCase())) {
    return send(response, 415, TEXT_TYPE, 'Content type is not allowed: application/json is required\n')
  }
  const body = await readBody(request, exchange)
  if (body === null) return send(response, 413, JSON_TYPE, TOO_LARGE, { connection: 'close' })
  const { text, isUtf8Text } = body
  if (!looksLikeRequest(text)) return send(response, 400, JSON_TYPE, PARSE_ERROR)
  exchange.beginWork()
  await exchange.inTurn()
  await rounds.next()
  const client = { hasLeft: () => request.socket.destroyed, keeps: (bytes: number) => exchange.hold(bytes) }
  const work = new WorkBudget(service.clock, client)
  work.assertWanted()
  // Invalid UTF-8 would be decoded with replacement characters.
  const answered = isUtf8Text ? await answer(text, service, work) : PARSE_ERROR
  // Nearly always ASCII: counting bytes would cost more.
  exchange.beginAnswer(answered.length)
  send(response, 200, JSON_TYPE, answered)
}

/** Queries are ignored: monitors add them to bypass caches. */
const PROBES = new Set(['/liveness', '/readiness', '/metrics'])

const ASSOCIATED = '/associated/'

const isGetPath = (path: string) => PROBES.has(path) || path.startsWith(ASSOCIATED)

const pathOf = ({ url = '' }: http.IncomingMessage) => url.split('?', 1)[0] ?? ''

/** Null: not a path that is read. Node omits the body for HEAD. */
function probeOf(request: http.IncomingMessage): string | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const path = pathOf(request)
  return isGetPath(path) ? path : null
}

async function readiness(response: http.ServerResponse, service: RpcService): Promise<void> {
  try {
    await assertReady(service)
    send(response, 200, JSON_TYPE, 'null')
  } catch (error) {
    const body = isMethodError(error) ? errorText(error.code, error.message, null) : INTERNAL_ERROR
    send(response, 500, JSON_TYPE, body)
  }
}

/** JSON where Photon sends text: Interface part 7 wants the error's shape on a 429. */
function tooManyConnections(response: http.ServerResponse): void {
  const body = errorText(RPC_CODES.server, 'Too many connections. Please try again later.', null)
  send(response, 429, JSON_TYPE, body, { connection: 'close' })
}

interface Body {
  text: string
  /** False: invalid bytes were replaced. */
  isUtf8Text: boolean
}

/** Null: too large. Uses events: an iterator takes longer than a small answer. @throws ClientLeft */
function readBody(request: http.IncomingMessage, exchange: Exchange): Promise<Body | null> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) return Promise.resolve(null)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_BODY) {
        request.pause()
        return resolve(null)
      }
      exchange.hold(chunk.length)
      chunks.push(chunk)
    })
    request.on('end', () => {
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
      resolve({ text: bytes.toString('utf8'), isUtf8Text: isUtf8(bytes) })
    })
    request.on('error', reject)
    request.on('close', () => {
      if (!request.readableEnded) reject(new ClientLeft('the request was not sent to its end'))
    })
  })
}

function send(
  response: http.ServerResponse,
  status: number,
  type: string | null,
  body: string,
  headers: http.OutgoingHttpHeaders = {},
): void {
  const bytes = Buffer.byteLength(body)
  response.writeHead(status, {
    ...headers,
    ...(type ? { 'content-type': type } : {}),
    'access-control-allow-origin': '*',
    'content-length': bytes,
  })
  // One write: otherwise headers and body are joined by copying.
  const { socket } = response
  socket?.cork()
  response.flushHeaders()
  // Most answers are ASCII, which is copied as is; UTF-8 takes three times the memory.
  response.end(body, bytes === body.length ? 'latin1' : 'utf8')
  socket?.uncork()
}
