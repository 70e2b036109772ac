import { percentDecoded } from '../platform/percent-decoded'
import type { ProxyDestination } from '../platform/proxy-setting'

export interface Target extends ProxyDestination {
  path: string
  headers: Record<string, string>
  /** Never uses a proxy, whatever the environment. */
  isDirect?: boolean
}

export function targetOf({ protocol, hostname, port, pathname, search, username, password }: URL): Target {
  const credentials = `${percentDecoded(username)}:${percentDecoded(password)}`
  return {
    secure: protocol === 'https:',
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: pathname + search,
    headers:
      username || password ? { authorization: `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}` } : {},
  }
}
