import { clock } from '../../platform/clock'
import { isLogged, type LogLevel, log } from '../../platform/log'
import { type FinishedRequest, requestCounts } from './request-counts'

const SLOW_MS = 1_000

/** Not logged as slow: their duration depends on the client. */
const STREAMS = new Set(['/api/v1/[method]/export', '/api/v1/account/history/export'])

/** Not logged as failed: their 503 reports an indexer or a shutdown. */
const REPORTS = new Set(['/api/v1/health', '/healthz', '/readyz'])

/** Lines per second: requests logged only for their client's request id, and all others. */
const MAX_NAMED = 20
const MAX_TROUBLED = 200

/**
 * Logs failures (ours and indexers') and slow requests, and requests with a client's request id. Never logs who requested
 * what.
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

function say(lines: PerSecond, level: LogLevel, msg: string, finished: FinishedRequest): void {
  const suppressed = isLogged(level) ? lines.take() : null
  if (suppressed !== null) log(level, msg, { ...members(finished), ...(suppressed > 0 && { suppressed }) })
}

function levelOf({ route, status }: FinishedRequest): LogLevel {
  if (REPORTS.has(route)) return 'info'
  return status === 500 ? 'error' : 'warn'
}

function members({ route, method, status, ms, cache, bytes, requestId }: FinishedRequest) {
  return { route, method, status, dur_ms: Math.round(ms), cache, bytes, req_id: requestId }
}

class PerSecond {
  #second = Number.NEGATIVE_INFINITY
  #passed = 0
  #held = 0

  constructor(private readonly most: number) {}

  /** The number of lines suppressed since the last allowed one; null: suppress this one. */
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
