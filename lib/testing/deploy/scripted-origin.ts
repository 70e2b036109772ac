import http, { type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What stands in for the explorer says. */
export interface ScriptedResponse {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
  /** It is not said before this has come. */
  after?: Promise<void>
  /** What follows the body, when it has come. */
  last?: Promise<string>
}

/** One request as it reached the explorer's place. */
export interface Reached {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

/**
 * Stands in for the explorer where a test must decide to the second what a cache gets: it answers with `respond`, and
 * records what reached it. /readyz is always well and not recorded.
 */
export class ScriptedOrigin {
  readonly reached: Reached[] = []
  respond: (request: Reached) => ScriptedResponse = () => ({})
  readonly #server = http.createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    if (url === '/readyz') {
      response.end()
      return
    }
    const seen = { method, url, headers }
    this.reached.push(seen)
    const { status = 200, headers: ownHeaders = {}, body = '', after, last } = this.respond(seen)
    await after
    response.writeHead(status, ownHeaders)
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

/** Something that others wait for, until it is let come. */
export function barrier(): { come: Promise<void>; open: () => void } {
  let open: () => void = () => {}
  const come = new Promise<void>((resolve) => {
    open = resolve
  })
  return { come, open }
}
