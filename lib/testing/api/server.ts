import http, { type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { answerDirect } from '@/lib/http/api/direct'
import { answerExport } from '@/lib/http/api/export-answer'
import { offerApi } from '@/lib/http/direct-api'
import { explainUnreadable, guarded, SERVER_OPTIONS, withoutTunnels } from '@/lib/server/guard'

const SITE = { dev: false, https: false, sheets: new Map() }

/** What the explorer takes for its own host, whatever a reader says. */
export const HOST = 'explorer.example'

/** Stands for the framework: has the streams of exports, and no pages. */
const FRAMEWORK: RequestListener = (request, response) => {
  const { method = 'GET', url: target = '/', headers } = request
  const [, name] = /^\/api\/v1\/([^/?]+)\/export(?:\?|$)/.exec(target) ?? []
  if (name === undefined) return response.writeHead(404).end('no such page')
  const left = new AbortController()
  response.on('close', () => left.abort())
  void answerExport({ method, target, headers }, decodeURIComponent(name), left.signal).then((answer) => {
    response.writeHead(answer.status, answer.headers)
    if (isStream(answer.body)) pipeline(answer.body, response, () => {})
    else response.end(answer.body)
  })
}

function isStream(body: Readable | Buffer | null): body is Readable {
  return body !== null && 'pipe' in body
}

/** Connections that may wait to be taken: thousands of readers come at once. */
const BACKLOG = 4_096

export interface ApiServer {
  port: number
  close(): Promise<void>
}

/** The explorer's API on loopback, behind its guard, as the built server has it; `framework` gets what it passes on. */
export async function serveApi(framework: RequestListener = FRAMEWORK): Promise<ApiServer> {
  offerApi(answerDirect)
  const server = http.createServer(SERVER_OPTIONS, guarded(framework, SITE, HOST))
  explainUnreadable(withoutTunnels(server, SITE), SITE)
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
