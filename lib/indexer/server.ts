import { isUtf8 } from 'node:buffer'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { RPC_CODES } from '@/lib/rpc/envelope'
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

/** Open connections above which requests are turned away. Photon's default. facts/photon-wire.md 2. */
const MAX_CONNECTIONS = 1024

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

/** Where to listen, and the text of GET /metrics. */
export interface ServerOptions {
  host: string
  port: number
  metrics(): string | Promise<string>
}

/**
 * Starts to answer.
 * @throws Error with a plain message when the port cannot be had.
 */
export async function startServer(service: Service, options: ServerOptions): Promise<RunningServer> {
  let connections = 0
  const rounds = new Rounds()
  const server = http.createServer({ requireHostHeader: false, requestTimeout: 60_000 }, (request, response) => {
    if (connections > MAX_CONNECTIONS) return tooManyConnections(response)
    handle(request, response, service, options, rounds).catch((error: unknown) => {
      // A client that went away while it was sending is no mistake of ours.
      if (request.destroyed && !request.complete) return
      logLine('error', 'a request failed', { reason: error instanceof Error ? error.message : String(error) })
      if (!response.headersSent) send(response, 500, JSON_TYPE, INTERNAL_ERROR)
      else response.destroy()
    })
  })
  // Longer than the pools of usual clients keep a connection, so that none is closed under a request.
  server.keepAliveTimeout = 75_000
  server.on('connection', (socket) => {
    connections++
    socket.on('close', () => connections--)
  })
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

async function handle(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  service: Service,
  { metrics }: ServerOptions,
  rounds: Rounds,
): Promise<void> {
  if (request.method === 'OPTIONS') return send(response, 200, null, '', PREFLIGHT)
  if (!request.headers.host) return send(response, 400, JSON_TYPE, PARSE_ERROR)
  if (request.method === 'GET' && request.url === '/liveness') return send(response, 200, JSON_TYPE, 'null')
  if (request.method === 'GET' && request.url === '/readiness') return readiness(response, service)
  if (request.method === 'GET' && request.url === '/metrics') return send(response, 200, TEXT_TYPE, await metrics())
  if (request.method !== 'POST') {
    return send(response, 405, TEXT_TYPE, 'Used HTTP method is not allowed: POST or OPTIONS is required\n', {
      allow: 'POST, OPTIONS',
    })
  }
  if (!JSON_TYPES.has((request.headers['content-type'] ?? '').toLowerCase())) {
    return send(response, 415, TEXT_TYPE, 'Content type is not allowed: application/json is required\n')
  }
  const body = await readBody(request)
  if (body === null) return send(response, 413, JSON_TYPE, TOO_BIG, { connection: 'close' })
  const text = body.toString('utf8')
  if (!looksLikeRequest(text)) return send(response, 400, JSON_TYPE, PARSE_ERROR)
  await rounds.next()
  // What is no UTF-8 would be read with other characters in its place.
  send(response, 200, JSON_TYPE, isUtf8(body) ? await answer(text, service) : PARSE_ERROR)
}

async function readiness(response: http.ServerResponse, service: Service): Promise<void> {
  try {
    await assertReady(service)
    send(response, 200, JSON_TYPE, 'null')
  } catch (error) {
    const body = error instanceof MethodError ? errorText(error.code, error.message, null) : INTERNAL_ERROR
    send(response, 500, JSON_TYPE, body)
  }
}

/** JSON where Photon sends text: the interface wants the error's shape on a 429 (part 7). */
function tooManyConnections(response: http.ServerResponse): void {
  const body = errorText(RPC_CODES.server, 'Too many connections. Please try again later.', null)
  send(response, 429, JSON_TYPE, body, { connection: 'close' })
}

/** The whole body, or null when it is too big. */
async function readBody(request: http.IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) return null
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function send(
  response: http.ServerResponse,
  status: number,
  type: string | null,
  body: string,
  headers: http.OutgoingHttpHeaders = {},
): void {
  response.writeHead(status, {
    ...headers,
    ...(type ? { 'content-type': type } : {}),
    'access-control-allow-origin': '*',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}
