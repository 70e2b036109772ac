import type { IncomingMessage } from 'node:http'
import { clock } from '../platform/clock'
import { proxies } from './proxies'
import { type ProxyError, proxyErrorOf, proxyRefusalOf } from './proxy-error'
import type { Target } from './target'
import { wayTo } from './way'

/** An answer, whose body has to be read or let go; or the code of what kept it away. */
export type Sent = { response: IncomingMessage; refusal: ProxyError | null } | { code: string }

/**
 * Sends JSON on a connection of its own, for what is sent now and then. Follows no redirect. Never rejects, and tells nothing of the URL.
 * @param withinMs from connecting to the end of the answer.
 */
export function sendOnce(method: 'POST' | 'PUT', target: Target, body: string, withinMs: number): Promise<Sent> {
  return new Promise((resolve) => {
    const late = new AbortController()
    const { request: begin, headers, via, ...place } = wayTo(proxies(), target, false)
    const request = begin({
      ...place,
      method,
      signal: late.signal,
      headers: {
        ...headers,
        ...target.headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'leafscan',
      },
    })
    request.on(
      'close',
      clock().after(withinMs, () => late.abort()),
    )
    request.on('response', (response) => {
      resolve({ response, refusal: proxyRefusalOf({ via }, response.statusCode) })
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      resolve({ code: proxyErrorOf({ via }, error)?.code ?? error.code ?? '' })
    })
    request.end(body)
  })
}
