import 'server-only'
import { clock } from '../../platform/clock'
import { retryAfter } from '../../rpc-client/retry-after'
import { sendOnce } from '../../rpc-client/send-once'
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
  ABORT_ERR: 'timeout',
}

/**
 * Sends a request once. Any 2xx means that it was taken; redirects are not followed, so that nobody else decides where it goes;
 * what the answer says beside its status is let go. Never rejects, and tells nothing of the URL.
 * @param withinMs from connecting to the answer's status.
 */
export async function deliver({ method = 'POST', target, body }: Outgoing, withinMs: number): Promise<Tried> {
  const sent = await sendOnce(method, target, body, withinMs)
  if ('code' in sent) {
    const { code } = sent
    const outcome = code.startsWith('PROXY_') ? code.toLowerCase() : (WORDS[code] ?? 'failed')
    return { delivered: false, outcome, retryAfterMs: null }
  }
  const { response, refusal } = sent
  const { statusCode: status = 0, headers } = response
  response.on('error', () => {})
  response.resume()
  return {
    delivered: status >= 200 && status < 300,
    outcome: refusal ? refusal.code.toLowerCase() : `http_${status}`,
    retryAfterMs: status === 429 || status === 503 ? retryAfter(headers, clock().wall()) : null,
  }
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
