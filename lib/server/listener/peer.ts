import { isIPv6 } from 'node:net'

/**
 * Who shares turns: the address that a connection comes from; of IPv6 the half that names a network, since whoever has one
 * has all of it. Behind a proxy that is the proxy, whose own limits are between its clients.
 */
export function peerOf(address: string | undefined): string {
  if (address === undefined) return 'nobody'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [before = '', after] = address.split('%')[0]?.split('::') ?? []
  const head = before.split(':').filter(Boolean)
  const tail = after === undefined ? [] : after.split(':').filter(Boolean)
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length
  return [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail].slice(0, 4).join(':')
}
