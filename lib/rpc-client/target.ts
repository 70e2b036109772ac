import { percentDecoded } from '../platform/percent-decoded'
import type { Destination } from '../platform/proxy-setting'

/** Where one request goes, for node:http. */
export interface Target extends Destination {
  path: string
  headers: Record<string, string>
  /** True: no proxy leads there, whatever the environment says. */
  isDirect?: boolean
}

/** Where a URL is requested. User-info becomes an Authorization header. */
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
