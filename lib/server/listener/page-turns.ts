import { isIPv6 } from 'node:net'
import { once } from '../../platform/once'
import { Turns } from '../../platform/turns'
import { readPageLimit } from '../../protocol/rpc/limit-text'

/** More rows than these make a page that takes many times as long as others: 1,000 rows of 8 kB take 170 ms of processor time. */
const MANY_ROWS = 100

/**
 * Turns of pages. One thread draws them, so more at once would only share it; two, because one may be away at the zip.
 * Large pages have a place of their own: who asks for them does not delay the others. One of them may hold 8 MB of
 * rows several times over, so few are begun.
 */
export const pageTurns = once('page turns', () => ({
  usual: new Turns({ atOnce: 2, begun: 128, waiting: 64 }),
  large: new Turns({ atOnce: 1, begun: 3, waiting: 8 }),
}))

/** Seconds after which it is worth asking again where too many wait. */
export const RETRY_AFTER_S = 2

/** The turns that a page at this target takes. */
export function turnsFor(target: string): Turns {
  const limit = new URLSearchParams(target.split(/\?(.*)/s)[1]).getAll('limit')
  const { usual, large } = pageTurns()
  return limit.some((rows) => (readPageLimit(rows) ?? 0) > MANY_ROWS) ? large : usual
}

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
