import type { IncomingMessage, ServerResponse } from 'node:http'
import { clock } from '../../platform/clock'
import { BYTES, Histogram, SECONDS } from '../../platform/counters'
import { once } from '../../platform/once'
import type { Span } from '../../platform/trace/span'

/* What readers were answered, counted where every request passes. facts/reliability.md (f). */

/** A request that is over. */
export interface Finished {
  /** From a bounded list (lib/site/listener-hooks.ts), never a path. */
  route: string
  method: string
  status: number
  /** Milliseconds from its headers to the last byte handed over. */
  ms: number
  /** How the answer came, where it is an operation's. */
  cache: string
  /** Bytes of the answer, its headers included. */
  bytes: number
  /** The id that the answer bears. */
  requestId: string
  /** True where the client named it. */
  isIdGiven: boolean
  /** The trace that it belongs to, 32 hex digits; undefined where it is not traced. */
  traceId?: string | undefined
}

/** Methods that are counted by name. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

class RequestCounts {
  inFlight = 0
  readonly answers = new Map<string, { route: string; method: string; code: number; count: number }>()
  readonly seconds = new Map<string, { route: string; cache: string; histogram: Histogram }>()
  readonly bytes = new Map<string, { route: string; histogram: Histogram }>()
  /** Called for every request that is over; it must be quick. */
  onFinished: ((finished: Finished) => void) | undefined

  finish(finished: Finished): void {
    const { route, status: code, ms, cache, bytes } = finished
    const method = METHODS.has(finished.method) ? finished.method : 'other'
    this.inFlight--
    entry(this.answers, `${method} ${code} ${route}`, () => ({ route, method, code, count: 0 })).count++
    const histogramOf = (bounds: readonly number[]) => new Histogram(bounds)
    entry(this.seconds, `${cache} ${route}`, () => ({
      route,
      cache,
      histogram: histogramOf(SECONDS),
    })).histogram.observe(ms / 1000)
    entry(this.bytes, route, () => ({ route, histogram: histogramOf(BYTES) })).histogram.observe(bytes)
    this.onFinished?.(finished)
  }
}

function entry<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key)
  if (known) return known
  const created = make()
  map.set(key, created)
  return created
}

/** The counts of this process. */
export const requestCounts = once('request counts', () => new RequestCounts())

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
