import 'server-only'
import { clock } from '../../platform/clock'
import { proxies } from '../../rpc-client/proxies'
import { proxyErrorOf, proxyRefusalOf } from '../../rpc-client/proxy-error'
import { retryAfter } from '../../rpc-client/retry-after'
import type { Target } from '../../rpc-client/target'
import { wayTo } from '../../rpc-client/way'

/** A request on its way to a receiver; its body is JSON. */
export interface Outgoing {
  method?: 'POST' | 'PUT'
  target: Target
  body: string
}

/** What became of one try. `outcome` is a word or a status, never a text of the receiver's. */
export interface Tried {
  delivered: boolean
  outcome: string
  /** Milliseconds that the receiver asked to wait; null: it named none. */
  retryAfterMs: number | null
}

/** Node's codes that have a word of their own. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ABORT_ERR: 'timeout',
}

/**
 * Sends a request once. Any 2xx means that it was taken; redirects are not followed, so that nobody else decides where it goes;
 * what the answer says beside its status is let go. Never rejects, and tells nothing of the URL.
 * @param withinMs from connecting to the answer's status.
 */
export function deliver({ method = 'POST', target, body }: Outgoing, withinMs: number): Promise<Tried> {
  return new Promise((resolve) => {
    const late = new AbortController()
    const { request: begin, headers, via, ...place } = wayTo(proxies(), target, false)
    const request = begin({
      ...place,
      method,
      signal: late.signal,
      headers: {
        ...target.headers,
        ...headers,
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
      const { statusCode: status = 0, headers: answered } = response
      const refusal = proxyRefusalOf({ via }, status)
      response.on('error', () => {})
      response.resume()
      resolve({
        delivered: status >= 200 && status < 300,
        outcome: refusal ? refusal.code.toLowerCase() : `http_${status}`,
        retryAfterMs: status === 429 || status === 503 ? retryAfter(answered, clock().wall()) : null,
      })
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const ofProxy = proxyErrorOf({ via }, error)?.code.toLowerCase()
      resolve({ delivered: false, outcome: ofProxy ?? WORDS[error.code ?? ''] ?? 'failed', retryAfterMs: null })
    })
    request.end(body)
  })
}

/** Sends requests one after the other, until one does not arrive: what became of that one, else of the last. */
export async function deliverAll(requests: readonly Outgoing[], withinMs: number): Promise<Tried> {
  let tried: Tried = { delivered: true, outcome: 'none', retryAfterMs: null }
  for (const request of requests) {
    tried = await deliver(request, withinMs)
    if (!tried.delivered) return tried
  }
  return tried
}
