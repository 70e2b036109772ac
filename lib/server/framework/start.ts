import http, { type RequestListener, type Server } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'

export interface FrameworkOptions {
  dev: boolean
  /** The repository's, or a release's. */
  folder: string
  hostname: string
  port: number
}

export interface Framework {
  handle: RequestListener
  /** For page reloads in development. */
  passUpgrades(server: Server): void
}

type Next = (options: object) => { prepare(): Promise<void>; getRequestHandler(): RequestListener }

/**
 * Next.js attaches its upgrade handler to the server of the request unless given another. This one never listens, so production
 * upgrades nothing (CVE-2026-44578).
 */
export async function startFramework({ dev, folder, hostname, port }: FrameworkOptions): Promise<Framework> {
  const load = createRequire(path.join(folder, 'package.json'))
  const idle = http.createServer()
  const next = load('next') as Next
  const app = next({ dev, dir: folder, hostname, port, httpServer: idle })
  await app.prepare()
  return {
    handle: app.getRequestHandler(),
    passUpgrades: (server) => void server.on('upgrade', (...upgrade) => void idle.emit('upgrade', ...upgrade)),
  }
}
