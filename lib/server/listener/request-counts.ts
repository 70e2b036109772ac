import { BYTES, Histogram, SECONDS } from '../../platform/histogram'
import { once } from '../../platform/once'

/* What readers were answered, counted where every request passes. facts/reliability.md (f). */

/** A request that is over. */
export interface Finished {
  /** From a bounded list (lib/site/routes.ts), never a path. */
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
