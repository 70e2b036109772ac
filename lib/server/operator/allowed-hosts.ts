import { BlockList, isIP } from 'node:net'
import type { MetricsSetting } from '../../platform/environment'
import { parsedUrl } from '../../platform/misspelt-url'

/*
 * Against DNS rebinding: a foreign site's name may resolve to this machine, so that its page could read this port. The Host
 * header then has that name: only IP addresses and names without a dot are accepted.
 */

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{0,5})?$/i

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

/** On other interfaces than loopback, probes use IP addresses, and containers names of their network. */
export function hostRule({ host, allowedHosts = [] }: Pick<MetricsSetting, 'host' | 'allowedHosts'>) {
  const listensOn = canonical(host)
  const open = listensOn !== null && !isLoopback(listensOn)
  const named = new Set([...allowedHosts, ...(open ? [host] : [])].map(canonical))
  const more = open ? ', IP addresses, names without a dot' : ''
  return {
    allows(text: string) {
      const name = canonical(HOST.exec(text)?.[1] ?? '')
      if (name === null) return false
      return isLoopback(name) || named.has(name) || (open && (isIP(name) !== 0 || !name.includes('.')))
    },
    refusal: `This port answers requests to localhost, 127.0.0.1, [::1]${more} and the names in METRICS_ALLOWED_HOSTS.\n`,
  }
}

/** Without brackets and final dot; null: neither a name nor an IP address. */
function canonical(host: string): string | null {
  const url = parsedUrl(`http://${isIP(host) === 6 ? `[${host}]` : host}/`)
  return url?.hostname.replace(/^\[|\]$|\.$/g, '') || null
}

function isLoopback(name: string): boolean {
  const family = isIP(name)
  return name === 'localhost' || (family !== 0 && LOOPBACK.check(name, family === 6 ? 'ipv6' : 'ipv4'))
}
