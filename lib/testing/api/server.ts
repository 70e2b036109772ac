import fs from 'node:fs'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createServer } from '@/lib/server/listener/listener'
import { installSiteHooks } from '@/lib/site/listener-hooks'

const SITE = { dev: false, https: false }

/** The explorer's own host, whatever the reader sends. */
export const HOST = 'explorer.example'

const APP = path.resolve(import.meta.dirname, '../../../app')

type RouteFile = Partial<Record<string, () => Promise<Response>>>

const ROUTES = fs
  .readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((name) => path.basename(name) === 'route.ts')
  .map((name) => {
    const folder = path.dirname(name).split(path.sep)
    const parts = folder.map((part) =>
      part.startsWith('[...') ? '.+' : part.startsWith('[') ? '[^/]+' : part.replaceAll('.', '\\.'),
    )
    const named = folder.filter((part) => part.startsWith('[')).length
    return { file: path.join(APP, name), named, pattern: new RegExp(`^/${parts.join('/')}$`) }
  })
  // Literal path parts match before named ones.
  .sort((one, other) => one.named - other.named)

export const ROUTE_HANDLERS: RequestListener = async (request, response) => {
  const [pathname = ''] = (request.url ?? '').split('?')
  const route = ROUTES.find(({ pattern }) => pattern.test(pathname))
  const handlers: RouteFile = route ? await import(/* @vite-ignore */ route.file) : {}
  const handler = handlers[request.method ?? 'GET']
  if (!handler) {
    response.writeHead(route ? 405 : 404, { 'cache-control': 'private, no-cache' })
    return response.end()
  }
  const { status, headers, body } = await handler()
  // As Next.js does: existing headers stay, framing headers are left out.
  for (const [name, value] of headers) {
    if (!response.hasHeader(name) && !/^content-(?:length|encoding)$/.test(name)) response.setHeader(name, value)
  }
  response.writeHead(status)
  if (!body) return response.end()
  // A reader that leaves ends the source stream.
  await pipeline(Readable.fromWeb(body as ReadableStream), response).catch(() => {})
}

/** Thousands of readers connect at once. */
const BACKLOG = 4_096

export interface ApiServer {
  port: number
  close(): Promise<void>
}

export async function serveApi(framework: RequestListener = ROUTE_HANDLERS, { dev = false } = {}): Promise<ApiServer> {
  installSiteHooks()
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
