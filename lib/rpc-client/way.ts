import http from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { once } from '../platform/once'
import { type ProxyServer, proxyFor, proxySetting } from '../platform/proxy-setting'
import type { Target } from './target'

/** Does not limit concurrent calls: admission.ts does. */
const MAX_IDLE_SOCKETS = 32

export const keepAliveAgents = once('connections', () => new Map<string, http.Agent>())

/** Not from environment.ts, which slows the start of block-reading threads; it validated these variables at startup. */
const proxies = once('proxies', () =>
  proxySetting(process.env, (variable, mistake) => {
    throw new Error(`${variable}: ${mistake}`)
  }),
)

/** Secret: `headers` may hold the proxy's credentials. */
export function connectionTo(target: Target, isKept: boolean) {
  const { secure, hostname, port, path, isDirect } = target
  const proxy = isDirect ? null : proxyFor(proxies(), target)
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

function agentTo(proxy: ProxyServer | null, secure: boolean, isKept: boolean): http.Agent | false {
  if (!isKept) return proxy !== null && newAgent(proxy, secure, false)
  const key = `${proxy ? 'proxy to ' : ''}${secure ? 'https' : 'http'}`
  const agent = keepAliveAgents().get(key) ?? newAgent(proxy, secure, true)
  keepAliveAgents().set(key, agent)
  return agent
}

function newAgent(proxy: ProxyServer | null, secure: boolean, keepAlive: boolean): http.Agent {
  const options = { keepAlive, maxFreeSockets: MAX_IDLE_SOCKETS }
  if (proxy === null) return secure ? new https.Agent(options) : new http.Agent(options)
  if (secure) return new TunnelAgent(proxy, options)
  return proxy.secure ? new https.Agent({ ...options, servername: proxy.servername }) : new http.Agent(options)
}

const SILENCE_MS = 10_000

type Connected = (error: Error | null, socket: Duplex) => void

/** Reports a proxy's refusal as a ProxyError: packages for this report it as the host's answer, or as text. */
export class TunnelAgent extends https.Agent {
  readonly #proxy: ProxyServer

  constructor(proxy: ProxyServer, options: https.AgentOptions) {
    super(options)
    this.#proxy = proxy
  }

  /** https://nodejs.org/api/http.html#agentcreateconnectionoptions-callback */
  override createConnection(options: https.RequestOptions, connected: Connected = () => {}): undefined {
    const fail = connected as (error: Error) => void
    const host = options.host ?? ''
    const port = options.port ?? 443
    const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
    const { secure, hostname, port: proxyPort, servername, authorization } = this.#proxy
    const request = (secure ? https : http).request({
      hostname,
      port: proxyPort,
      servername,
      method: 'CONNECT',
      path: authority,
      agent: false,
      timeout: SILENCE_MS,
      headers: { host: authority, ...(authorization !== null && { 'proxy-authorization': authorization }) },
    })
    request.on('connect', ({ statusCode = 0 }, socket, head) => {
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy()
        return fail(new ProxyError(`HTTP_${statusCode}`))
      }
      socket.setTimeout(0)
      if (head.length > 0) socket.unshift(head)
      // Node's types lack `socket`.
      const given: https.RequestOptions & { socket: Duplex } = { ...options, socket }
      connected(null, super.createConnection(given) as Duplex)
    })
    request.on('timeout', () => request.destroy(new ProxyError('ETIMEDOUT')))
    request.on('error', (error) => fail(ProxyError.of(error)))
    request.end()
  }
}

/** The proxy failed, which says nothing about the host. The message names no host. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError'
  readonly code: string

  constructor(reason: string) {
    super(wordsFor(reason))
    this.code = `PROXY_${reason}`
  }

  static of(error: NodeJS.ErrnoException): ProxyError {
    return error.name === 'ProxyError' ? (error as ProxyError) : new ProxyError(error.code ?? 'FAILED')
  }
}

function wordsFor(reason: string): string {
  if (reason === 'HTTP_407') return 'The HTTP proxy wants other credentials (HTTP 407)'
  const [, status] = /^HTTP_(\d+)$/.exec(reason) ?? []
  if (status !== undefined) return `The HTTP proxy refused the connection (HTTP ${status})`
  return `The HTTP proxy ${WORDS[reason] ?? 'cannot be reached'} (${reason})`
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  ETIMEDOUT: 'does not answer',
  ENOTFOUND: 'has a host name that was not found',
  EAI_AGAIN: 'has a host name that could not be resolved',
}

/** null: not the proxy's fault. With `forward`, a lost connection is always the proxy's fault. */
export function proxyErrorOf(via: string | null, error: NodeJS.ErrnoException): ProxyError | null {
  const isConnection = via === 'forward' && error.code !== undefined && !error.code.startsWith('HPE_')
  return isConnection || error.name === 'ProxyError' ? ProxyError.of(error) : null
}
