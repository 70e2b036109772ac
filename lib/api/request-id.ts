import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { once } from '../platform/once'

/** Ids that are taken over from a client: nothing that could be mistaken for more than an id, wherever it is repeated. */
const USABLE = /^[\w-]{8,64}$/

/** Names one process among others and its starts; what follows counts its requests. */
const made = once('request ids', () => ({ process: randomBytes(9).toString('base64url'), requests: 0 }))

/** The id that a client, or a proxy in front, gave a request; null where it gave none, or one that is none. */
export function givenRequestId(headers: IncomingHttpHeaders): string | null {
  const given = headers['x-request-id']
  return typeof given === 'string' && USABLE.test(given) ? given : null
}

/** An id for a request that came without one. */
export function newRequestId(): string {
  const ids = made()
  ids.requests += 1
  return `${ids.process}-${ids.requests.toString(36)}`
}
