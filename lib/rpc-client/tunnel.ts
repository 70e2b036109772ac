import http from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import type { ProxyPlace } from '../platform/proxy-setting'
import { ProxyError } from './proxy-error'

const SILENCE_MS = 10_000

type Connected = (error: Error | null, socket: Duplex) => void

/**
 * HTTPS through a proxy's CONNECT; verifies the host's own certificate. Reports a proxy's refusal as such: packages for this
 * report it as the host's answer, or as text.
 */
export class TunnelAgent extends https.Agent {
  readonly #proxy: ProxyPlace

  constructor(proxy: ProxyPlace, options: https.AgentOptions) {
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
      // Node's types lack `socket`. TLS sessions are kept as usual.
      const given: https.RequestOptions & { socket: Duplex } = { ...options, socket }
      connected(null, super.createConnection(given) as Duplex)
    })
    request.on('timeout', () => request.destroy(new ProxyError('ETIMEDOUT')))
    request.on('error', (error) => fail(ProxyError.of(error)))
    request.end()
  }
}
