import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { clock } from '../clock'
import { alwaysSent, CLOSED_POLICY, newNonce, pagePolicy, type Site, secureAnswer } from './answer-headers'
import { type DirectAnswer, offeredApi } from '../http/direct-api'
import { paintFirst } from './framework/paint-first'
import { refusal } from '../http/refusal'
import { countWhenClosed, requestCounts } from '../http/request-counts'
import { cleanHeaders } from './framework/request-headers'
import { routeOf } from '../http/route'
import { cleanTarget, MAX_TARGET_CHARS, pathOf } from './target'
import { sendWhole } from './whole-page'

/** Milliseconds for a reader to send its request's headers, and all of its request. facts/reliability.md (e) S21. */
const REQUEST_MS = 10_000

/** Options of the server that the guard stands in front of. */
export const SERVER_OPTIONS = {
  headersTimeout: REQUEST_MS,
  requestTimeout: REQUEST_MS,
  connectionsCheckingInterval: 2_000,
}

const PAGE_METHODS = 'GET, HEAD, OPTIONS'

/** What a request's method or target must not be; null when the framework may see it. */
function refusalOf({ method, url = '' }: IncomingMessage): DirectAnswer | null {
  const api = isApi(url)
  if (url.length > MAX_TARGET_CHARS) {
    return refusal(414, `The address is longer than ${MAX_TARGET_CHARS} characters.`, api)
  }
  if (method === 'GET' || method === 'HEAD' || (method === 'OPTIONS' && api)) return null
  if (method === 'OPTIONS') return { status: 204, headers: { allow: PAGE_METHODS }, body: null }
  return refusal(405, 'Everything here is read with GET or HEAD.', api, { allow: PAGE_METHODS })
}

/**
 * Stands between Node's server and the framework: refuses what the framework answers wrongly, hides from it what a
 * reader must not say, and gives every answer its security headers. facts/reliability.md (c) B06 to B10, (e) S05 to S08.
 * `host`: what the framework takes for the Host header, whatever the reader sent.
 */
export function guarded(framework: RequestListener, site: Site, host: string): RequestListener {
  const { dev } = site
  const always = alwaysSent(site)
  return (request, response) => {
    if (dev && request.url?.startsWith('/__nextjs')) return framework(request, response)
    const startedMs = clock().monotonic()
    request.url = cleanTarget(request.url ?? '/')
    const { method = 'GET', url: target, headers } = request
    const reply = (known: DirectAnswer) => send(response, known, always, { method, target, startedMs })
    // In development the framework's route handlers give these answers, and a path with a feed's ending has none.
    const direct = !dev || isFeed(target)
    const answer = refusalOf(request) ?? (direct ? offeredApi()?.({ method, target, headers }) : null)
    if (answer) {
      requestCounts().inFlight++
      return answer instanceof Promise ? answer.then(reply) : reply(answer)
    }

    countWhenClosed(response, method, () => routeOf(target))
    const page = !isFile(target)
    const nonce = page ? newNonce() : null
    secureAnswer(response, nonce, site, always)
    if (!dev) {
      cleanHeaders(headers, page)
      headers.host = host
    }
    if (nonce) {
      headers['content-security-policy'] = pagePolicy(nonce, site)
      if (!dev) sendWhole(headers, response, (html) => paintFirst(html, nonce, site.sheets))
    }
    return framework(request, response)
  }
}

/**
 * CONNECT is refused; an upgrade is not offered, so that Node treats such a request like any other: without this, the
 * framework would look for somewhere to pass it on to (CVE-2026-44578). Reload in development needs its socket.
 */
export function withoutTunnels(server: Server, { dev }: Site): Server {
  server.on('connect', (_, socket: Socket) => {
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
  })
  if (dev) return server
  const on = server.on
  server.on = server.addListener = function (this: Server, event: string, listener: (...args: never[]) => void) {
    return event === 'upgrade' ? this : Reflect.apply(on, this, [event, listener])
  } as Server['on']
  return server
}

/** What Node could not read as a request, by its error code; everything else is a bad request. */
const UNREADABLE: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Node answers what it cannot read with a bare status line; readers of such a link deserve words. */
export function explainUnreadable(server: Server, site: Site): Server {
  return server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: unknown }) => {
    // As in Node's own answer: an answer under way must not be continued by another one.
    if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage) return socket.destroy()
    const status = UNREADABLE[error.code ?? ''] ?? 400
    const { headers, body } = refusal(status, 'The request is not readable HTTP, or its headers are too large.', false)
    const lines = Object.entries({ ...alwaysSent(site), 'content-security-policy': CLOSED_POLICY, ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    return socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  })
}

function isApi(target: string): boolean {
  return target.startsWith('/api/')
}

/** Answers that are no pages: they have no scripts to give a nonce, and no navigation leads to them. */
function isFile(target: string): boolean {
  return (
    isApi(target) ||
    target.startsWith('/_next/static/') ||
    target.startsWith('/preview/') ||
    isFeed(target) ||
    /^\/(?:healthz|readyz|icon\.svg|badge\.svg|badge\.json|robots\.txt|sitemap\.xml)$/.test(pathOf(target))
  )
}

function isFeed(target: string): boolean {
  return pathOf(target).endsWith('.atom')
}

function send(
  response: ServerResponse,
  { status, headers, body, route, cache = 'none' }: DirectAnswer,
  always: Readonly<Record<string, string>>,
  { method, target, startedMs }: { method: string; target: string; startedMs: number },
): void {
  response.writeHead(status, { ...always, 'content-security-policy': CLOSED_POLICY, ...headers })
  const sent = method === 'HEAD' ? null : body
  response.end(sent)
  requestCounts().finish({
    route: route ?? routeOf(target),
    method,
    status,
    ms: clock().monotonic() - startedMs,
    cache,
    bytes: sent?.length ?? 0,
    requestId: headers['x-request-id']?.toString(),
  })
}
