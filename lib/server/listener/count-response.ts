import type { IncomingMessage, ServerResponse } from 'node:http'
import { clock } from '../../platform/clock'
import type { Span } from '../../platform/trace/span'
import { requestCounts } from './request-counts'

/** What a request counts as, from bounded lists: known in part while it is answered. */
export interface Counted {
  route: string
  /** How the answer came, where it is an operation's. */
  cache: string
  requestId: string
  /** True where the client named it. */
  isIdGiven: boolean
  /** What traces record of it; null: nothing. */
  span: Span | null
}

/** What a reader's leaving before the answer was begun counts as: nginx' word for it. */
const LEFT = 499

/** Counts a request once it is over. */
export function countResponse(request: IncomingMessage, response: ServerResponse, counted: Counted): void {
  const { socket, method = 'GET' } = request
  const startedMs = clock().monotonic()
  const sentBefore = socket.bytesWritten
  requestCounts().inFlight++
  response.once('close', () => {
    const status = response.headersSent ? response.statusCode : LEFT
    const bytes = socket.bytesWritten - sentBefore
    const { span, ...known } = counted
    if (span) endSpan(span, method, status, bytes, counted)
    const ms = clock().monotonic() - startedMs
    requestCounts().finish({ ...known, method, status, ms, bytes, traceId: span?.traceId })
  })
}

function endSpan(span: Span, method: string, status: number, bytes: number, counted: Counted): void {
  // By now it is known which operation it was.
  span.name = `${method} ${counted.route}`
  span.set('http.request.method', method).set('http.route', counted.route)
  span.set('http.response.status_code', status).set('http.response.size', bytes)
  span.set('leafscan.cache', counted.cache).set('leafscan.request_id', counted.requestId)
  if (status >= 500) span.fail(`http_${status}`)
  span.end()
}
