import { BlockList, isIP } from 'node:net'
import type { MetricsSetting } from '../../platform/environment'
import { parsedUrl } from '../../platform/misspelt-url'

/*
 * Which hosts the operator's port answers. A page can have its own name lead to this machine (DNS rebinding), and its browser
 * then lets it read what this port says. The Host header still has that name: no page is served by an address, or by a
 * name without a dot.
 */

/** Decides by the hosts that a request names. */
export interface HostRule {
  allows(host: string): boolean
  /** What to tell a request that names another host. */
  refusal: string
}

/** As a Host header has it: a name or an address, and maybe a port. */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{0,5})?$/i

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

/** `host`: where the port listens. Elsewhere than on loopback, probes ask by addresses, and services by names of their network. */
export function hostRule({ host, allowedHosts = [] }: Pick<MetricsSetting, 'host' | 'allowedHosts'>): HostRule {
  const listensOn = canonical(host)
  const open = listensOn !== null && !isLoopback(listensOn)
  const named = new Set([...allowedHosts, ...(open ? [host] : [])].map(canonical))
  const more = open ? ', IP addresses, names without a dot' : ''
  return {
    allows(text) {
      const name = canonical(HOST.exec(text)?.[1] ?? '')
      if (name === null) return false
      return isLoopback(name) || named.has(name) || (open && (isIP(name) !== 0 || !name.includes('.')))
    },
    refusal: `This port answers requests to localhost, 127.0.0.1, [::1]${more} and the names in METRICS_ALLOWED_HOSTS.\n`,
  }
}

/** A name or an address as URLs have it, without brackets and the dot at the end; null: it is neither. */
function canonical(host: string): string | null {
  const url = parsedUrl(`http://${isIP(host) === 6 ? `[${host}]` : host}/`)
  return url?.hostname.replace(/^\[|\]$|\.$/g, '') || null
}

function isLoopback(name: string): boolean {
  const family = isIP(name)
  return name === 'localhost' || (family !== 0 && LOOPBACK.check(name, family === 6 ? 'ipv6' : 'ipv4'))
}
