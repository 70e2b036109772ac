import 'server-only'
import { clock } from '../../platform/clock'
import { type HttpError, post } from '../../rpc-client/http'
import { retryAfter } from '../../rpc-client/retry-after'
import type { Target } from '../../rpc-client/target'

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
}

/** Bytes of an answer after which its connection is closed: all that counts is its status. */
const MAX_BYTES = 1024 * 1024

/**
 * Sends a request once. Any 2xx means that it was taken; redirects are not followed, so that nobody else decides where it goes;
 * what the answer says beside its status is let go. Never rejects, and tells nothing of the URL.
 * @param withinMs from connecting to the answer's status.
 */
export function deliver({ method = 'POST', target, body }: Outgoing, withinMs: number): Promise<Tried> {
  return new Promise((resolve) => {
    const onHead = (status: number, headers: Parameters<typeof retryAfter>[0]) =>
      resolve({
        delivered: status >= 200 && status < 300,
        outcome: `http_${status}`,
        retryAfterMs: status === 429 || status === 503 ? retryAfter(headers, clock().wall()) : null,
      })
    const options = { method, deadlineMs: withinMs, maxBytes: MAX_BYTES, freshSocket: true, onHead }
    post(target, body, options).catch(({ reason, code }: HttpError) => {
      const outcome =
        reason === 'proxy' ? code.toLowerCase() : reason === 'timeout' ? reason : (WORDS[code] ?? 'failed')
      resolve({ delivered: false, outcome, retryAfterMs: null })
    })
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
