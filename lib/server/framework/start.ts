import http, { type RequestListener, type Server } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'

/** What the framework needs to know of the site. */
export interface FrameworkOptions {
  dev: boolean
  /** The repository's, or a release's. */
  folder: string
  hostname: string
  port: number
}

/** The framework, ready to answer. */
export interface Framework {
  handle: RequestListener
  /** Passes upgrades on that `server` gets: in development pages are reloaded over one. */
  passUpgrades(server: Server): void
}

type Next = (options: object) => { prepare(): Promise<void>; getRequestHandler(): RequestListener }

/**
 * Starts the framework without a listener of its own. It hangs its handler for upgrades on the server that a request came
 * by, unless it is given another: this one never listens, so that in production nothing is upgraded (CVE-2026-44578).
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
