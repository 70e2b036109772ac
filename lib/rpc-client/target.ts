import { percentDecoded } from '../platform/percent-decoded'

/** Where one request goes, for node:http. */
export interface Target {
  secure: boolean
  hostname: string
  port: string
  path: string
  headers: Record<string, string>
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
