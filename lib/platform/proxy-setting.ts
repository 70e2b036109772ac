import { BlockList, isIP } from 'node:net'
import { parsedUrl, urlMistake } from './misspelt-url'
import { percentDecoded } from './percent-decoded'

/* HTTP proxies from the variables that curl and Go read. Lower case wins, as in curl; an unset scheme falls back to ALL_PROXY. */

export const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'] as const

export interface ProxyServer {
  variable: string
  secure: boolean
  hostname: string
  port: number
  /** For TLS to the proxy: Node's default is the destination's name. */
  servername: string
  /** Proxy-Authorization. Secret. null: none is sent. */
  authorization: string | null
}

export interface ProxySetting {
  http: ProxyServer | null
  https: ProxyServer | null
  direct: string[]
}

export interface ProxyDestination {
  secure: boolean
  hostname: string
  port: string
}

type Env = Readonly<Record<string, string | undefined>>

const RULE = 'must be the http(s) URL of a proxy'

function read(env: Env, name: (typeof PROXY_VARIABLES)[number]): { variable: string; value: string } | null {
  for (const variable of [name.toLowerCase(), name]) {
    const value = env[variable]
    if (value) return { variable, value }
  }
  return null
}

/** Ignored: desktops set ALL_PROXY to SOCKS beside usable HTTP proxies. */
function isOtherProtocol(value: string): boolean {
  return /^socks\w*:/i.test(value)
}

export function proxySetting(env: Env, refuse: (variable: string, mistake: string) => never): ProxySetting | null {
  const all = read(env, 'ALL_PROXY')
  const usable = all && !isOtherProtocol(all.value) ? all : null
  const [http, https] = (['HTTP_PROXY', 'HTTPS_PROXY'] as const).map((name) => {
    const named = read(env, name) ?? usable
    return named && parseProxyServer(named.variable, named.value, refuse)
  })
  if (!http && !https) return null
  const direct =
    read(env, 'NO_PROXY')
      ?.value.split(/[\s,]+/)
      .filter((entry) => entry !== '') ?? []
  return { http: http ?? null, https: https ?? null, direct }
}

/** Accepts `host:port` as an http URL, as curl does. */
function parseProxyServer(
  variable: string,
  value: string,
  refuse: (variable: string, mistake: string) => never,
): ProxyServer {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`
  const mistake = urlMistake(text)
  const url = parsedUrl(text)
  if (mistake || !url) return refuse(variable, `${RULE}; ${mistake ?? 'it is not a URL'}`)
  if (url.pathname !== '/' || url.search || url.hash) refuse(variable, `${RULE}; it has a path, a query or a fragment`)
  const secure = url.protocol === 'https:'
  const credentials = `${percentDecoded(url.username)}:${percentDecoded(url.password)}`
  return {
    variable,
    secure,
    hostname: hostOf(url),
    servername: isIP(hostOf(url)) === 0 ? hostOf(url) : '',
    port: Number(url.port || (secure ? 443 : 80)),
    authorization: url.username || url.password ? `Basic ${Buffer.from(credentials).toString('base64')}` : null,
  }
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

export function destinationOf(url: string): ProxyDestination {
  const parsed = new URL(url)
  return { secure: parsed.protocol === 'https:', hostname: hostOf(parsed), port: parsed.port }
}

/** null: no proxy. Loopback hosts never use one, as in Go. */
export function proxyFor(
  setting: ProxySetting | null,
  { secure, hostname, port }: ProxyDestination,
): ProxyServer | null {
  const proxy = setting?.[secure ? 'https' : 'http'] ?? null
  if (proxy === null || setting === null) return null
  const host = hostname.toLowerCase().replace(/\.$/, '')
  const usedPort = port || (secure ? '443' : '80')
  if (isThisMachine(host) || setting.direct.some((entry) => covers(entry.toLowerCase(), host, usedPort))) return null
  return proxy
}

const LOOPBACK = addresses('127.0.0.0/8', '0.0.0.0', '::1', '::')

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isIn(LOOPBACK, host)
}

/** An entry is `*`, an address, an address block, or a name that covers its subdomains. */
function covers(entry: string, host: string, port: string): boolean {
  const [, bracketed, bracketedPort] = /^\[(.+)\](?::(\d+))?$/.exec(entry) ?? []
  const [, plain, plainPort] = /^([^:]+):(\d+)$/.exec(entry) ?? []
  const named = bracketed ?? plain ?? entry
  const entryPort = bracketedPort ?? plainPort
  if (entryPort !== undefined && entryPort !== port) return false
  if (named === '*') return true
  if (isIP(host) !== 0) return isIn(addresses(named), host)
  const name = named.replace(/^\*?\.*/, '').replace(/\.$/, '')
  return name !== '' && (host === name || host.endsWith(`.${name}`))
}

function isIn(list: BlockList, host: string): boolean {
  const family = isIP(host)
  return family !== 0 && list.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

function addresses(...entries: string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address)
    const type = family === 6 ? 'ipv6' : 'ipv4'
    if (family === 0) continue
    if (bits === undefined) list.addAddress(address, type)
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
      list.addSubnet(address, Number(bits), type)
  }
  return list
}

export function proxyNotices(env: Env, setting: ProxySetting | null): string[] {
  const all = read(env, 'ALL_PROXY')
  const isIgnored = all !== null && isOtherProtocol(all.value) && !(setting?.http && setting.https)
  const lines = (['http', 'https'] as const).flatMap((scheme) => {
    const { variable, hostname, port } = setting?.[scheme] ?? {}
    if (hostname === undefined) return []
    const place = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
    return [`requests to ${scheme} URLs go through the HTTP proxy ${place} (${variable}), where NO_PROXY allows it`]
  })
  return isIgnored
    ? [...lines, `${all.variable} is ignored: requests go through HTTP proxies only, and it names a SOCKS proxy`]
    : lines
}
