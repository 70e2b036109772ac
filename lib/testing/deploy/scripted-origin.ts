import http, { type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What stands in for the explorer says. */
export interface Said {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
  /** Milliseconds before it is said. */
  afterMs?: number
}

/** One request as it reached the explorer's place. */
export interface Reached {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

/**
 * Stands in for the explorer where a test must decide to the second what a cache is told: it answers whatever it is
 * given to say, and remembers what reached it. /readyz is always well and not remembered.
 */
export class ScriptedOrigin {
  readonly reached: Reached[] = []
  say: (request: Reached) => Said = () => ({})
  readonly #server = http.createServer((request, response) => {
    const { method = '', url = '', headers } = request
    if (url === '/readyz') {
      response.end()
      return
    }
    const seen = { method, url, headers }
    this.reached.push(seen)
    const { status = 200, headers: said = {}, body = '', afterMs = 0 } = this.say(seen)
    setTimeout(() => response.writeHead(status, said).end(method === 'HEAD' ? undefined : body), afterMs)
  })

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#server.closeAllConnections()
    await closed
  }
}
