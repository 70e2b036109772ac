import type { ServerResponse } from 'node:http'
import { clock } from '../clock'
import { BYTES, Histogram, SECONDS } from '../metrics/histogram'

/*
 * What readers were answered, counted where every request passes. The guard is bundled apart from what tells these counts
 * to a monitor, so they lie in a place of the process (as direct-api.ts does). facts/reliability.md (f).
 */

/** A request that is over. */
export interface Finished {
  /** From a bounded list (route.ts), never a path. */
  route: string
  method: string
  status: number
  /** Milliseconds from its headers to the last byte handed over. */
  ms: number
  /** How the answer came, where it is an operation's. */
  cache: string
  /** Bytes of the answer's body. */
  bytes: number
  /** The id that the answer bears; undefined where it bears none. */
  requestId: string | undefined
}

/** What a reader's leaving before the answer was begun counts as: nginx' word for it. */
const LEFT = 499

/** Methods that are counted by name. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export class RequestCounts {
  inFlight = 0
  readonly answers = new Map<string, { route: string; method: string; code: number; count: number }>()
  readonly seconds = new Map<string, { route: string; cache: string; histogram: Histogram }>()
  readonly bytes = new Map<string, { route: string; histogram: Histogram }>()
  /** Told of every request that is over; whoever sets it must be quick. */
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
  const made = make()
  map.set(key, made)
  return made
}

const KEY = Symbol.for('leafscan.request-counts')
const process_ = globalThis as { [KEY]?: RequestCounts }

/** The counts of this process. */
export function requestCounts(): RequestCounts {
  process_[KEY] ??= new RequestCounts()
  return process_[KEY]
}

/** Counts a request whose answer somebody else writes, once it is over. */
export function countWhenClosed(response: ServerResponse, method: string, routeOf: () => string): void {
  const counts = requestCounts()
  const started = clock().monotonic()
  let bytes = 0
  for (const name of ['write', 'end'] as const) {
    const write = response[name] as (...args: unknown[]) => never
    response[name] = ((...args: unknown[]) => {
      bytes += sizeOf(args[0])
      return write.apply(response, args)
    }) as never
  }
  counts.inFlight++
  response.once('close', () => {
    const status = response.headersSent ? response.statusCode : LEFT
    const requestId = response.getHeader('x-request-id')?.toString()
    counts.finish({
      route: routeOf(),
      method,
      status,
      ms: clock().monotonic() - started,
      cache: 'none',
      bytes,
      requestId,
    })
  })
}

function sizeOf(chunk: unknown): number {
  if (typeof chunk === 'string') return Buffer.byteLength(chunk)
  return chunk instanceof Uint8Array ? chunk.byteLength : 0
}
