import http from 'node:http'
import https from 'node:https'
import { once } from '../platform/once'
import { type ProxyPlace, proxySetting, proxyTo } from '../platform/proxy-setting'
import type { Target } from './target'
import { TunnelAgent } from './tunnel'

/** Not the limit of concurrent calls: see admission.ts. */
const MAX_IDLE_SOCKETS = 32

export const agents = once('connections', () => new Map<string, http.Agent>())

/** Not by the environment's reader, which would slow the start of threads that read blocks; it validated this at startup. */
const proxies = once('proxies', () =>
  proxySetting(process.env, (variable, mistake) => {
    throw new Error(`${variable}: ${mistake}`)
  }),
)

/** Secret: `headers` may hold the proxy's credentials. */
export function wayTo(target: Target, isKept: boolean) {
  const { secure, hostname, port, path, isDirect } = target
  const proxy = isDirect ? null : proxyTo(proxies(), target)
  const agent = agentTo(proxy, secure, isKept)
  if (proxy === null || secure) {
    const { request } = secure ? https : http
    return { request, hostname, port, path, agent, headers: {}, via: proxy && ('tunnel' as const) }
  }
  const shownHost = hostname.includes(':') ? `[${hostname}]` : hostname
  const host = port === '' ? shownHost : `${shownHost}:${port}`
  return {
    request: (proxy.secure ? https : http).request,
    hostname: proxy.hostname,
    port: proxy.port,
    path: `http://${host}${path}`,
    agent,
    headers: { host, ...(proxy.authorization !== null && { 'proxy-authorization': proxy.authorization }) },
    via: 'forward' as const,
  }
}

function agentTo(proxy: ProxyPlace | null, secure: boolean, isKept: boolean): http.Agent | false {
  if (!isKept) return proxy !== null && newAgent(proxy, secure, false)
  const key = `${proxy ? 'proxy to ' : ''}${secure ? 'https' : 'http'}`
  const agent = agents().get(key) ?? newAgent(proxy, secure, true)
  agents().set(key, agent)
  return agent
}

function newAgent(proxy: ProxyPlace | null, secure: boolean, keepAlive: boolean): http.Agent {
  const options = { keepAlive, maxFreeSockets: MAX_IDLE_SOCKETS }
  if (proxy === null) return secure ? new https.Agent(options) : new http.Agent(options)
  if (secure) return new TunnelAgent(proxy, options)
  return proxy.secure ? new https.Agent({ ...options, servername: proxy.servername }) : new http.Agent(options)
}
