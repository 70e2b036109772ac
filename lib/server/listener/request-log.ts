import { clock } from '../../platform/clock'
import { isLogged, type LogLevel, log } from '../../platform/log'
import { type Finished, requestCounts } from './request-counts'

/** Milliseconds above which a request is worth a line. */
const SLOW_MS = 1_000

/** Requests that last as long as their reader wants. */
const STREAMS = new Set(['/api/v1/[method]/export', '/api/v1/account/history/export'])

/** Answers whose 503 tells of an indexer or of a stop, and not of a failure. */
const REPORTS = new Set(['/api/v1/health', '/healthz', '/readyz'])

/** Lines a second for requests that are remarkable only for the id that their client gave them, and for the others. */
const MAX_NAMED = 20
const MAX_TROUBLED = 200

/**
 * From now on the log has every request that failed by our fault or an indexer's and every slow one, at most 200 a second,
 * and those that a client gave an id of its own, at most 20: what they were and how they came out, never for whom or for what.
 */
export function logRequests(): void {
  const named = new PerSecond(MAX_NAMED)
  const troubled = new PerSecond(MAX_TROUBLED)
  requestCounts().onFinished = (finished) => {
    const { status, ms, route, isIdGiven } = finished
    if (status >= 500) say(troubled, levelOf(finished), 'request failed', finished)
    else if (ms > SLOW_MS && !STREAMS.has(route)) say(troubled, 'warn', 'slow request', finished)
    else if (isLogged('debug')) log('debug', 'request', members(finished))
    else if (isIdGiven) say(named, 'info', 'request', finished)
  }
}

function say(lines: PerSecond, level: LogLevel, msg: string, finished: Finished): void {
  const suppressed = isLogged(level) ? lines.take() : null
  if (suppressed !== null) log(level, msg, { ...members(finished), ...(suppressed > 0 && { suppressed }) })
}

function levelOf({ route, status }: Finished): LogLevel {
  if (REPORTS.has(route)) return 'info'
  return status === 500 ? 'error' : 'warn'
}

function members({ route, method, status, ms, cache, bytes, requestId, traceId }: Finished) {
  const traced = traceId !== undefined && { trace_id: traceId }
  return { route, method, status, dur_ms: Math.round(ms), cache, bytes, req_id: requestId, ...traced }
}

/** Lets so many pass in each second. */
class PerSecond {
  #second = Number.NEGATIVE_INFINITY
  #passed = 0
  #held = 0

  constructor(private readonly most: number) {}

  /** How many were held back since the last one that passed; null: this one is held back too. */
  take(): number | null {
    const second = Math.floor(clock().monotonic() / 1_000)
    if (second !== this.#second) this.#passed = 0
    this.#second = second
    if (this.#passed >= this.most) {
      this.#held++
      return null
    }
    this.#passed++
    const held = this.#held
    this.#held = 0
    return held
  }
}
