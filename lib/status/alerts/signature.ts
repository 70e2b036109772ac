import { createHmac } from 'node:crypto'
import type { Outgoing } from './deliver'

export const SIGNATURE_HEADER = 'x-leafscan-signature'

/**
 * Header value `t=<Unix seconds>,v1=<hex>`: HMAC-SHA256 of the seconds, a full stop and the body. Receivers reject signatures
 * older than five minutes. docs/api.md, "Signature".
 */
export function signed(request: Outgoing, secret: string, wallMs: number): Outgoing {
  const seconds = Math.floor(wallMs / 1_000)
  const hex = createHmac('sha256', secret).update(`${seconds}.${request.body}`).digest('hex')
  const headers = { ...request.target.headers, [SIGNATURE_HEADER]: `t=${seconds},v1=${hex}` }
  return { ...request, target: { ...request.target, headers } }
}
