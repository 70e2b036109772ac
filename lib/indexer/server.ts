import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { RPC_CODES } from '@/lib/rpc/envelope'
import { CONNECTION_LIMITS, type ConnectionLimits, Connections, type Exchange } from './connections'
import { ClientLeft, Effort } from './effort'
import { looksLikeRequest } from './envelope'
import {
  answer,
  assertReady,
  errorText,
  INTERNAL_ERROR,
  MAX_BODY,
  PARSE_ERROR,
  type Service,
  TOO_BIG,
} from './json-rpc'
import { logLine } from './log'
import { MethodError } from './method-error'
import { Rounds } from './rounds'

/*
 * The indexer over HTTP, as Photon answers: POST on any path, the body's `method` decides; two GET routes; CORS for
 * everyone. facts/photon-wire.md 2.
 */

const JSON_TYPES = new Set(['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8'])
const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'

const PREFLIGHT = {
  'access-control-allow-methods': 'POST,GET',
  'access-control-allow-headers': 'content-type',
  vary: 'origin, access-control-request-method, access-control-request-headers',
}

/** A server that listens. */
export interface RunningServer {
  port: number
  /** Answers what is being answered and ends every connection. */
  close(): Promise<void>
}

/** Where to listen, the text of GET /metrics, and what connections may hold: CONNECTION_LIMITS unless a test has others. */
export interface ServerOptions {
  host: string
  port: number
  metrics(): string | Promise<string>
  limits?: ConnectionLimits
}

/** Milliseconds in which a client sends the head of a request, and all of it; between two looks for those that do not. */
const HEAD_TIME = 10_000
const REQUEST_TIME = 60_000
const LOOK = 5_000

/** Milliseconds in which a client takes something of its answer. */
const STILL = 60_000

/** Bytes of an answer that are given to a connection at once: whether its client takes them is known after each. */
const PIECE = 65_536

/**
 * Starts to answer.
 * @throws Error with a plain message when the port cannot be had.
 */
export async function startServer(service: Service, options: ServerOptions): Promise<RunningServer> {
  const connections = new Connections(options.limits ?? CONNECTION_LIMITS)
  const rounds = new Rounds()
  const lasts = new WeakMap<Socket, Promise<void>>()
  const times = { headersTimeout: HEAD_TIME, requestTimeout: REQUEST_TIME, connectionsCheckingInterval: LOOK }
  const server = http.createServer({ requireHostHeader: false, ...times }, (request, response) => {
    const { socket } = request
    const exchange = connections.exchange(socket)
    const left = new AbortController()
    const over = new Promise<void>((resolve) => {
      response.once('close', () => {
        exchange.end()
        if (!response.writableFinished) left.abort()
        resolve()
      })
    })
    // A client may ask on without waiting; it is answered one by one, so that it never holds more than one answer.
    const last = lasts.get(socket)
    lasts.set(socket, over)
    const asked: Asked = { request, response, exchange, left: left.signal }
    const begin = () => (exchange.isTooMany ? tooMany(asked) : handle(asked, service, options, rounds))
    const answered = last === undefined ? begin() : last.then(begin)
    answered.catch((error: unknown) => {
      // A client that went away is no mistake of ours.
      if (error instanceof ClientLeft || left.signal.aborted || (request.destroyed && !request.complete)) return
      logLine('error', 'a request failed', { reason: error instanceof Error ? error.message : String(error) })
      if (!response.headersSent) send(asked, 500, JSON_TYPE, INTERNAL_ERROR).catch(() => response.destroy())
      else response.destroy()
    })
  })
  // Longer than the pools of usual clients keep a connection, so that none is closed under a request.
  server.keepAliveTimeout = 75_000
  server.on('connection', (socket) => connections.enter(socket))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(listenProblem(error, options))))
    server.listen(options.port, options.host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) }
}

function listenProblem(error: NodeJS.ErrnoException, { host, port }: ServerOptions): string {
  const why = error.code === 'EADDRINUSE' ? 'the port is taken by another process' : error.message
  return `INDEXER_PORT=${port} on ${host}: ${why}`
}

/** Milliseconds that open requests get before their connections are cut. */
const CLOSE_GRACE = 1000

function closeServer(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** A request that has come, and where its answer goes. */
interface Asked {
  request: http.IncomingMessage
  response: http.ServerResponse
  exchange: Exchange
  /** Aborts when the client leaves before it has its answer. */
  left: AbortSignal
}

async function handle(asked: Asked, service: Service, { metrics }: ServerOptions, rounds: Rounds): Promise<void> {
  const { request, exchange, left } = asked
  if (request.method !== 'POST') exchange.answer()
  if (request.method === 'OPTIONS') return send(asked, 200, null, '', PREFLIGHT)
  if (!request.headers.host) return send(asked, 400, JSON_TYPE, PARSE_ERROR)
  if (request.method === 'GET' && request.url === '/liveness') return send(asked, 200, JSON_TYPE, 'null')
  if (request.method === 'GET' && request.url === '/readiness') return readiness(asked, service)
  if (request.method === 'GET' && request.url === '/metrics') return send(asked, 200, TEXT_TYPE, await metrics())
  if (request.method !== 'POST') {
    return send(asked, 405, TEXT_TYPE, 'Used HTTP method is not allowed: POST or OPTIONS is required\n', {
      allow: 'POST, OPTIONS',
    })
  }
  if (!JSON_TYPES.has((request.headers['content-type'] ?? '').toLowerCase())) {
    return send(asked, 415, TEXT_TYPE, 'Content type is not allowed: application/json is required\n')
  }
  const body = await readBody(request, exchange)
  if (body === 'too big') return send(asked, 413, JSON_TYPE, TOO_BIG, { connection: 'close' })
  if (body === 'no room') return tooMany(asked)
  if (!looksLikeRequest(body)) return send(asked, 400, JSON_TYPE, PARSE_ERROR)
  exchange.answer()
  await rounds.next()
  const effort = new Effort(left)
  effort.stay()
  await send(asked, 200, JSON_TYPE, await answer(body, service, effort))
}

async function readiness(asked: Asked, service: Service): Promise<void> {
  try {
    await assertReady(service)
    await send(asked, 200, JSON_TYPE, 'null')
  } catch (error) {
    const body = error instanceof MethodError ? errorText(error.code, error.message, 'null') : INTERNAL_ERROR
    await send(asked, 500, JSON_TYPE, body)
  }
}

/** JSON where Photon sends text: the interface wants the error's shape on a 429 (part 7). */
function tooMany(asked: Asked): Promise<void> {
  const body = errorText(RPC_CODES.server, 'Too many connections. Please try again later.', 'null')
  return send(asked, 429, JSON_TYPE, body, { connection: 'close' })
}

/** The whole body, or why not: it is bigger than may be, or those of all clients together are. */
async function readBody(request: http.IncomingMessage, exchange: Exchange): Promise<Buffer | 'too big' | 'no room'> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) return 'too big'
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY) return 'too big'
    if (!exchange.hold(chunk.length)) return 'no room'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Answers, as fast as the client takes it. */
async function send(
  { response, exchange }: Asked,
  status: number,
  type: string | null,
  text: string,
  headers: http.OutgoingHttpHeaders = {},
): Promise<void> {
  const body = Buffer.from(text)
  exchange.give(body.length)
  response.writeHead(status, {
    ...headers,
    ...(type ? { 'content-type': type } : {}),
    'access-control-allow-origin': '*',
    'content-length': body.length,
  })
  response.setTimeout(STILL)
  let at = 0
  for (; body.length - at > PIECE; at += PIECE) {
    if (!response.write(body.subarray(at, at + PIECE))) await drained(response)
    if (response.destroyed) return
    exchange.taken(PIECE)
  }
  response.end(body.subarray(at))
}

/** Until more may be written, or nothing may any more. */
function drained(response: http.ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off('drain', end)
      response.off('close', end)
      resolve()
    }
    response.on('drain', end)
    response.on('close', end)
  })
}
