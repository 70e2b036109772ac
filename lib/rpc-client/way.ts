import http from 'node:http'
import https from 'node:https'
import { once } from '../platform/once'
import { type Destination, type ProxyPlace, type ProxySetting, proxyTo } from '../platform/proxy-setting'
import { TunnelAgent } from './tunnel'

/* How requests leave this machine: directly, or through an HTTP proxy. */

/** Who is requested, and what. */
export interface Wanted extends Destination {
  path: string
}

/** What Node's request function takes for that. */
export interface Way {
  request: typeof http.request
  hostname: string
  port: string | number
  path: string
  agent: http.Agent | false
  /** Go beside those of the request. Secret: they may hold the proxy's credentials. */
  headers: Record<string, string>
  /** `tunnel`: TLS through the proxy, which sees nothing of it. `forward`: the proxy makes the request. Null: no proxy. */
  via: 'tunnel' | 'forward' | null
}

const MAX_IDLE_SOCKETS = 32

/** Connections by way of proxies that are kept, by whether they are TLS's. */
const pools = once('proxied connections', () => new Map<string, http.Agent>())

/**
 * The way to there.
 * @param proxies null: none is named.
 * @param direct what keeps connections where no proxy leads there; false: this request gets a connection of its own.
 */
export function wayTo(
  proxies: ProxySetting | null,
  wanted: Wanted,
  direct: { http: http.Agent; https: https.Agent } | false,
): Way {
  const { secure, hostname, port, path } = wanted
  const proxy = proxyTo(proxies, wanted)
  if (proxy === null) {
    const agent = direct === false ? false : direct[secure ? 'https' : 'http']
    return { request: (secure ? https : http).request, hostname, port, path, agent, headers: {}, via: null }
  }
  const agent = agentOf(proxy, secure, direct !== false)
  if (secure) return { request: https.request, hostname, port, path, agent, headers: {}, via: 'tunnel' }
  const shownHost = hostname.includes(':') ? `[${hostname}]` : hostname
  const host = port === '' ? shownHost : `${shownHost}:${port}`
  return {
    request: (proxy.secure ? https : http).request,
    hostname: proxy.hostname,
    port: proxy.port,
    path: `http://${host}${path}`,
    agent,
    headers: { host, ...(proxy.authorization !== null && { 'proxy-authorization': proxy.authorization }) },
    via: 'forward',
  }
}

function agentOf(proxy: ProxyPlace, secure: boolean, isKept: boolean): http.Agent {
  const make = () => {
    const options = { keepAlive: isKept, maxFreeSockets: MAX_IDLE_SOCKETS }
    if (secure) return new TunnelAgent(proxy, options)
    return proxy.secure ? new https.Agent({ ...options, servername: proxy.servername }) : new http.Agent(options)
  }
  if (!isKept) return make()
  const key = secure ? 'https' : 'http'
  const kept = pools().get(key) ?? make()
  pools().set(key, kept)
  return kept
}

/** For tests: ends the connections that are kept. */
export function closePools(): void {
  for (const agent of pools.existing()?.values() ?? []) agent.destroy()
}
