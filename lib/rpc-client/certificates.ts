import type { TLSSocket } from 'node:tls'
import { once } from '../platform/once'
import type { Target } from './target'

/** When certificates end, in epoch milliseconds, by host and port. */
const ends = once('certificates', () => new Map<string, number>())

const hostOf = ({ hostname, port }: Target) => `${hostname}:${port || 443}`

export function noteCertificate(target: Target, socket: TLSSocket): void {
  const endMs = Date.parse(socket.getPeerCertificate().valid_to)
  if (!Number.isNaN(endMs)) ends().set(hostOf(target), endMs)
}

/** Of the newest connection; null: none over TLS so far. */
export function certificateEndMs(target: Target): number | null {
  return target.secure ? (ends().get(hostOf(target)) ?? null) : null
}
