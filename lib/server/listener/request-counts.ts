import type { IncomingMessage, ServerResponse } from 'node:http'
import { clock } from '../../platform/clock'
import { BYTES_BOUNDS, Histogram, SECONDS_BOUNDS } from '../../platform/counters'
import { once } from '../../platform/once'

export interface FinishedRequest {
  /** From a bounded list (lib/site/listener-hooks.ts), never a path. */
  route: string
  method: string
  status: number
  ms: number
  cache: string
  bytes: number
  requestId: string
  /** True if the client chose the id. */
  isIdGiven: boolean
}

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

class RequestCounts {
  inFlight = 0
  readonly answers = new Map<string, { route: string; method: string; code: number; count: number }>()
  readonly seconds = new Map<string, { route: string; cache: string; histogram: Histogram }>()
  readonly bytes = new Map<string, { route: string; histogram: Histogram }>()
  onFinished: ((finished: FinishedRequest) => void) | undefined

  finish(finished: FinishedRequest): void {
    const { route, status: code, ms, cache, bytes } = finished
    const method = METHODS.has(finished.method) ? finished.method : 'other'
    this.inFlight--
    entry(this.answers, `${method} ${code} ${route}`, () => ({ route, method, code, count: 0 })).count++
    const histogramOf = (bounds: readonly number[]) => new Histogram(bounds)
    entry(this.seconds, `${cache} ${route}`, () => ({
      route,
      cache,
      histogram: histogramOf(SECONDS_BOUNDS),
    })).histogram.observe(ms / 1000)
    entry(this.bytes, route, () => ({ route, histogram: histogramOf(BYTES_BOUNDS) })).histogram.observe(bytes)
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

export const requestCounts = once('request counts', () => new RequestCounts())

export type RequestLabels = Pick<FinishedRequest, 'route' | 'cache' | 'requestId' | 'isIdGiven'>

/** nginx's status for a client that disconnects before the answer. */
const CLIENT_CLOSED_REQUEST = 499

export function countResponse(request: IncomingMessage, response: ServerResponse, counted: RequestLabels): void {
  const { socket, method = 'GET' } = request
  const startedMs = clock().monotonic()
  const sentBefore = socket.bytesWritten
  requestCounts().inFlight++
  response.once('close', () => {
    const status = response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST
    const bytes = socket.bytesWritten - sentBefore
    const ms = clock().monotonic() - startedMs
    requestCounts().finish({ ...counted, method, status, ms, bytes })
  })
}
