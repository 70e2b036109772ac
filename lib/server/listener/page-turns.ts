import { isIPv6 } from 'node:net'
import { once } from '../../platform/once'
import { Turns } from '../../platform/turns'
import { readPageLimit } from '../../protocol/rpc/limit-text'

/** Larger pages take far longer: 1,000 rows of 8 kB cost 170 ms of CPU. */
const MANY_ROWS = 100

/**
 * Two pages at once: one thread renders, while another page may wait for compression. Large pages have a queue of their own, so
 * that they do not delay others; few are begun, since each may hold 8 MB of rows several times.
 */
export const pageTurns = once('page turns', () => ({
  usual: new Turns({ atOnce: 2, begun: 128, waiting: 64 }),
  large: new Turns({ atOnce: 1, begun: 3, waiting: 8 }),
}))

export const RETRY_AFTER_S = 2

export function turnsFor(target: string): Turns {
  const limit = new URLSearchParams(target.split(/\?(.*)/s)[1]).getAll('limit')
  const { usual, large } = pageTurns()
  return limit.some((rows) => (readPageLimit(rows) ?? 0) > MANY_ROWS) ? large : usual
}

/**
 * The IP address; for IPv6 its network half, since a client usually owns all of that. Behind a proxy, the proxy's address: it
 * must limit its own clients.
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
