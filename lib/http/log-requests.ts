import { log, logSeldom } from '../log/log'
import { type Finished, requestCounts } from './request-counts'

/** Milliseconds above which a request is worth a line. */
const SLOW_MS = 1_000

/** Requests that last as long as their reader wants. */
const STREAMS = new Set(['/api/v1/[method]/export'])

/** From now on says of requests that failed by our fault, and of slow ones, what they were: never for whom or for what. */
export function logOddRequests(): void {
  requestCounts().onFinished = (finished) => {
    if (finished.status === 500) log('error', 'request failed', members(finished))
    else if (finished.ms > SLOW_MS && !STREAMS.has(finished.route)) {
      logSeldom(`${finished.route} ${finished.status}`, 'warn', 'slow request', members(finished))
    }
  }
}

function members({ route, method, status, ms, cache, bytes, requestId }: Finished) {
  const known = requestId === undefined ? {} : { req_id: requestId }
  return { route, method, status, dur_ms: Math.round(ms), cache, bytes, ...known }
}
