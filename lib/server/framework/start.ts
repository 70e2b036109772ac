import http, { type RequestListener, type Server } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'

type Next = (options: object) => { prepare(): Promise<void>; getRequestHandler(): RequestListener }

/**
 * Next.js attaches its upgrade handler to the server of the request unless given another. This one never listens, so production
 * upgrades nothing (CVE-2026-44578).
 */
export async function startFramework(options: { dev: boolean; folder: string; hostname: string; port: number }) {
  const { folder, ...given } = options
  const load = createRequire(path.join(folder, 'package.json'))
  const idle = http.createServer()
  const next = load('next') as Next
  const app = next({ ...given, dir: folder, httpServer: idle })
  await app.prepare()
  return {
    handle: app.getRequestHandler(),
    /** For page reloads in development. */
    passUpgrades: (server: Server) => void server.on('upgrade', (...upgrade) => void idle.emit('upgrade', ...upgrade)),
  }
}
