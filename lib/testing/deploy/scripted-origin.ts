import http, { type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ScriptedResponse {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
  after?: Promise<void>
  last?: Promise<string>
}

export interface Reached {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

/** Replaces the explorer where a test decides to the second what a cache receives. /readyz is always ok and not recorded. */
export class ScriptedOrigin {
  readonly reached: Reached[] = []
  respond: (request: Reached) => ScriptedResponse = () => ({})
  readonly #server = http.createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    if (url === '/readyz') {
      response.end()
      return
    }
    const received = { method, url, headers }
    this.reached.push(received)
    const { status = 200, headers: responseHeaders = {}, body = '', after, last } = this.respond(received)
    await after
    response.writeHead(status, responseHeaders)
    if (last !== undefined) response.write(body)
    response.end(method === 'HEAD' ? undefined : ((await last) ?? body))
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

export function barrier(): { come: Promise<void>; open: () => void } {
  let open: () => void = () => {}
  const come = new Promise<void>((resolve) => {
    open = resolve
  })
  return { come, open }
}
