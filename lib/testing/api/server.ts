import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { answerRoute } from '@/lib/http/route-handler'
import { createServer } from '@/lib/server/listener/listener'

const SITE = { dev: false, https: false, sheets: new Map() }

/** What the explorer takes for its own host, whatever a reader says. */
export const HOST = 'explorer.example'

/** Stands for the framework: runs the route handler for every address, and has no pages. */
export const ROUTE_HANDLERS: RequestListener = async (_, response) => {
  const { status, headers, body } = await answerRoute()
  response.writeHead(status, Object.fromEntries(headers))
  if (!body) return response.end()
  // A reader that leaves ends what it is read from.
  await pipeline(Readable.fromWeb(body as ReadableStream), response).catch(() => {})
}

/** Connections that may wait to be taken: thousands of readers come at once. */
const BACKLOG = 4_096

export interface ApiServer {
  port: number
  close(): Promise<void>
}

/** The explorer's API on loopback, as the explorer's server has it; `framework` gets what it passes on. */
export async function serveApi(framework: RequestListener = ROUTE_HANDLERS, { dev = false } = {}): Promise<ApiServer> {
  const server = createServer({ site: { ...SITE, dev }, host: HOST, framework })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', BACKLOG, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
