import 'server-only'
import { createHmac } from 'node:crypto'
import { clock } from '../../platform/clock'
import { type HttpError, post } from '../../rpc-client/http'
import { retryAfter } from '../../rpc-client/limit-headers'
import type { Target } from '../../rpc-client/target'

export interface WebhookRequest {
  target: Target
  body: string
}

/** `outcome`: a word or a status, never the host's text. */
export interface DeliveryResult {
  delivered: boolean
  outcome: string
  retryAfterMs: number | null
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
}

/** Only the status is used: longer answers are aborted. */
const MAX_BYTES = 1024 * 1024

/**
 * 2xx means accepted. Redirects are not followed, since they would let others choose the target. Never rejects; the result
 * holds no part of the URL.
 */
export function deliver({ target, body }: WebhookRequest, withinMs: number): Promise<DeliveryResult> {
  return new Promise((resolve) => {
    const onHead = (status: number, headers: Parameters<typeof retryAfter>[0]) =>
      resolve({
        delivered: status >= 200 && status < 300,
        outcome: `http_${status}`,
        retryAfterMs: status === 429 || status === 503 ? retryAfter(headers, clock().wall()) : null,
      })
    const options = { deadlineMs: withinMs, maxBytes: MAX_BYTES, freshSocket: true, onHead }
    post(target, body, options).catch(({ reason, code }: HttpError) => {
      const outcome =
        reason === 'proxy' ? code.toLowerCase() : reason === 'timeout' ? reason : (WORDS[code] ?? 'failed')
      resolve({ delivered: false, outcome, retryAfterMs: null })
    })
  })
}

/** Sends requests one after the other until one fails; returns the last result. */
export async function deliverAll(requests: readonly WebhookRequest[], withinMs: number): Promise<DeliveryResult> {
  let tried: DeliveryResult = { delivered: true, outcome: 'none', retryAfterMs: null }
  for (const request of requests) {
    tried = await deliver(request, withinMs)
    if (!tried.delivered) return tried
  }
  return tried
}

export const SIGNATURE_HEADER = 'x-leafscan-signature'

/**
 * Header value `t=<Unix seconds>,v1=<hex>`: HMAC-SHA256 of the seconds, a full stop and the body. Receivers reject signatures
 * older than five minutes. docs/api.md, "Signature".
 */
export function signRequest(request: WebhookRequest, secret: string, wallMs: number): WebhookRequest {
  const seconds = Math.floor(wallMs / 1_000)
  const hex = createHmac('sha256', secret).update(`${seconds}.${request.body}`).digest('hex')
  const headers = { ...request.target.headers, [SIGNATURE_HEADER]: `t=${seconds},v1=${hex}` }
  return { ...request, target: { ...request.target, headers } }
}
