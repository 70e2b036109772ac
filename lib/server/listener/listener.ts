import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import { withoutAddedParams } from '../../api/added-params'
import { givenRequestId, newRequestId } from '../../api/request-headers'
import { finishedAnswers } from '../../api/response-cache'
import type { HttpAnswer } from '../../platform/http-answer'
import { runInRequest } from '../../platform/request-context'
import { siteHooks } from '../../platform/site-hooks'
import type { Turn } from '../../platform/turns'
import { loopTurn, noteConnection } from '../../platform/turns'
import { paintFirst } from '../framework/paint-first'
import {
  BUILD_FILES,
  cleanHeaders,
  cleanTarget,
  handlerTarget,
  hasFileEnding,
  hasTooManyParams,
  isBuildFile,
  isDevelopmentTool,
  MAX_PARAMS,
  MAX_TARGET_CHARS,
  pathOf,
} from './clean-request'
import { peerOf, RETRY_AFTER_S, turnsFor } from './page-turns'
import { countResponse, type RequestLabels } from './request-counts'
import { type Site, securityHeaders } from './security-headers'

/** Milliseconds to receive the headers, and the whole request. facts/reliability.md (e) S21. */
const REQUEST_MS = 10_000

/**
 * Milliseconds without progress while data wait for the client. Time in which we send nothing does not count: a file may wait
 * for its indexer.
 */
const STALLED_MS = 120_000

const OPTIONS = {
  headersTimeout: REQUEST_MS,
  requestTimeout: REQUEST_MS,
  connectionsCheckingInterval: 2_000,
}

const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Age, Cache-Status, ETag, Link, Retry-After, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
}

/** RFC 8631. */
const SERVICE_DESC = { link: '</api/v1/openapi.json>; rel="service-desc"' }

export interface ListenerOptions {
  site: Site
  /** Replaces the request's Host for the framework. */
  host: string
  framework: RequestListener
  stalledMs?: number
}

/**
 * Refuses invalid requests, cleans their headers, answers from recent answers or passes requests to the framework, and sets
 * security headers. facts/reliability.md (c) B06 to B10, (e) S05 to S08.
 */
export function createServer(parts: ListenerOptions): Server {
  const server = http.createServer(OPTIONS, listener(parts))
  server.on('connection', noteConnection)
  return explainUnreadable(refuseTunnels(server), parts.site)
}

const BUSY = refusal(503, 'Too many requests right now. Reloading in two seconds.', false, {
  'retry-after': String(RETRY_AFTER_S),
  refresh: String(RETRY_AFTER_S),
})

const PAGE_METHODS = 'GET, HEAD, OPTIONS'

function refusalOf(
  { method, url = '', headers }: IncomingMessage,
  requestId: string,
): (HttpAnswer & { body: Buffer | null }) | null {
  const problem = { requestId }
  const api = isApi(url) && problem
  if (url.length > MAX_TARGET_CHARS) {
    return refusal(414, `The URL is longer than ${MAX_TARGET_CHARS} characters.`, api)
  }
  if (hasTooManyParams(url)) return refusal(400, `The URL has more than ${MAX_PARAMS} parameters.`, api)
  // The end of such a body is unknown: answers now and closes the connection.
  if ((headers['transfer-encoding'] ?? 'chunked') !== 'chunked') {
    return refusal(400, 'The request body uses an unsupported transfer coding.', api)
  }
  const mostBytes = siteHooks().mayPost(pathOf(url))
  if (mostBytes > 0) {
    if (method !== 'POST') return refusal(405, 'Use POST.', problem, { allow: 'POST' })
    const length = headers['content-length']
    if (length === undefined) return refusal(411, 'The request needs a Content-Length.', problem)
    return Number(length) > mostBytes ? refusal(413, `A body has at most ${mostBytes} bytes.`, problem) : null
  }
  if (method === 'GET' || method === 'HEAD' || (method === 'OPTIONS' && api)) return null
  if (method === 'OPTIONS') return { status: 204, headers: { allow: PAGE_METHODS }, body: null }
  return refusal(405, 'Use GET or HEAD.', api, { allow: PAGE_METHODS })
}

function listener({ site, host, framework, stalledMs = STALLED_MS }: ListenerOptions): RequestListener {
  const { dev } = site
  const always = securityHeaders(site)
  const forMachines = { ...always, ...COMMON_HEADERS }
  return (request, response) => {
    if (dev && isDevelopmentTool(request.url ?? '/')) return framework(request, response)
    const clean = cleanTarget(request.url ?? '/')
    request.url = clean
    const givenId = givenRequestId(request.headers)
    const requestId = givenId ?? newRequestId()
    const refused = refusalOf(request, requestId)
    const isBuilt = isBuildFile(clean)
    const isPage = !isFile(clean)
    // Pages ignore unknown parameters anyway.
    const target = refused || isPage || isBuilt ? clean : withoutAddedParams(clean)
    request.url = target
    const { method = 'GET', headers } = request
    response.setTimeout(stalledMs, () => {
      if (response.socket && response.socket.writableLength > 0) response.socket.destroy()
    })
    const route = isBuilt ? BUILD_FILES : siteHooks().routeOf(pathOf(target))
    const counted: RequestLabels = {
      route,
      cache: 'none',
      requestId,
      isIdGiven: givenId !== null,
    }
    countResponse(request, response, counted)
    const ours = {
      ...(isPage || isBuilt ? always : forMachines),
      ...(isApi(target) && SERVICE_DESC),
      'x-request-id': requestId,
    }
    const send = (answer: HttpAnswer & { body: Buffer | null }) => {
      counted.route = answer.route ?? counted.route
      counted.cache = answer.cache ?? 'none'
      response.writeHead(answer.status, { ...ours, ...answer.headers })
      response.end(method === 'HEAD' ? null : answer.body)
    }
    const peer = peerOf(request.socket.remoteAddress)
    const original = { method, target, headers: { ...headers }, id: requestId, peer }
    const given = refused ?? finishedAnswers().recall(original)
    if (given) return send(given)

    // Set here so that the framework's own answers have them too; proxy.ts sets the policy of pages.
    for (const [name, value] of Object.entries(ours)) response.setHeader(name, value)
    // In development, the framework's tools need these headers for pages.
    if (!dev || !isPage) cleanHeaders(headers, isPage)
    if (!dev) headers.host = host
    request.url = handlerTarget(target)
    const left = new AbortController()
    response.once('close', () => left.abort())
    const slot = isPage ? siteHooks().waitForSlot(target) : null
    const slotUntil = slot?.until ?? null
    const answered = ({ route, cache, headers }: HttpAnswer) => {
      counted.route = route ?? counted.route
      counted.cache = cache ?? counted.cache
      for (const name of FRAMING) if (headers[name] !== undefined) response.setHeader(name, headers[name])
    }
    const answer = (turn: Turn | null) =>
      runInRequest({ request: original, left: left.signal, turn, slotUntil, answered }, () =>
        framework(request, response),
      )
    // Starts in a later event-loop turn, after new connections, so that load does not delay /healthz.
    if (!isPage) return isApi(target) ? void loopTurn().then(() => answer(null)) : answer(null)
    const takeTurn = () => loopTurn().then(() => turnsFor(target).take(peer, left.signal))
    // Takes a turn only after waiting for the slot.
    const asTurn = slot ? slot.isOver.then(takeTurn) : takeTurn()
    void asTurn.then((turn) => {
      if (!turn) return send(BUSY)
      onceWritten(response, () => turn.end())
      // In-page navigations get no HTML.
      if (!dev && headers.rsc === undefined) paintFirst(request, response)
      return answer(turn)
    })
  }
}

/** Headers that the framework drops from a handler's answer. */
const FRAMING = ['content-length', 'content-encoding'] as const

const LOOK_MS = 50

function onceWritten(response: ServerResponse, over: () => void): void {
  const look = setInterval(() => response.writableNeedDrain && end(), LOOK_MS)
  const end = () => {
    clearInterval(look)
    over()
  }
  response.once('prefinish', end)
  response.once('close', end)
}

/** Refuses CONNECT. Without an upgrade handler Node answers upgrades like other requests (CVE-2026-44578). */
function refuseTunnels(server: Server): Server {
  return server.on('connect', (_, socket: Socket) => {
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
  })
}

const UNREADABLE: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Replaces Node's answer, a bare status line, by a page or problem+json. */
function explainUnreadable(server: Server, site: Site): Server {
  return server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: unknown }) => {
    // Like Node's own handler: an error must not continue an answer in progress.
    if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage) return socket.destroy()
    const status = UNREADABLE[error.code ?? ''] ?? 400
    const { headers, body } = refusal(status, 'The request is not valid HTTP, or its headers are too large.', false)
    const lines = Object.entries({ ...securityHeaders(site), ...headers }).map(([name, value]) => `${name}: ${value}`)
    return socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  })
}

function isApi(target: string): boolean {
  return target.startsWith('/api/')
}

/** Targets without scripts that need a nonce, and without in-page navigation. */
function isFile(target: string): boolean {
  return (
    isApi(target) ||
    isBuildFile(target) ||
    target.startsWith('/preview/') ||
    hasFileEnding(target) ||
    /^\/(?:healthz|readyz|icon\.svg|favicon\.ico|apple-icon\.png|llms\.txt|manifest\.webmanifest|\.well-known\/security\.txt|opensearch\.xml|badge\.svg|badge\.json|robots\.txt|sitemap\.xml)$/.test(
      pathOf(target),
    )
  )
}

/**
 * problem+json for the API; else a self-contained page without the framework.
 * @param headers of this status, such as Allow
 */
function refusal(
  status: number,
  detail: string,
  api: { requestId: string } | false,
  headers: Record<string, string> = {},
): HttpAnswer & { body: Buffer } {
  const title = STATUS_CODES[status] ?? 'Refused'
  const text = api
    ? JSON.stringify({ type: 'about:blank', title, status, code: 'invalid_params', detail, retryable: false, ...api })
    : page(status, title, detail)
  return {
    status,
    headers: {
      ...headers,
      'content-type': api ? 'application/problem+json' : 'text/html; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
      // Because the request's body is not read.
      connection: 'close',
    },
    body: Buffer.from(text),
  }
}

/** Contains no text of the request, so nothing needs escaping. */
function page(status: number, title: string, detail: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${status} ${title} · Leafscan</title></head><body><main><h1>Leafscan can’t process this request</h1><p>${detail}</p><p>HTTP ${status} ${title}. <a href="/">Go to the home page</a></p></main></body></html>\n`
}
