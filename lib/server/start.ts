import http, { type RequestListener, type Server } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { listenProblem } from '@/scripts/ports.mjs'
import { MACHINE_CLOCK } from '../platform/clock'
import { readEnvironment } from '../platform/environment'
import { ignoreOutputErrors, log } from '../platform/log'
import { createServer } from './listener/listener'
import { startDraining } from './liveness/drain'

/**
 * Opens the port last, so that everything works from the first request. A failure to open the port ends the process.
 * design.md 4.2.
 * @throws Error without a build
 */
export async function startServer(): Promise<Server> {
  const { NODE_ENV, HOSTNAME: hostname = '127.0.0.1', PORT = '3000', LEAFSCAN_ROOT: root = process.cwd() } = process.env
  const dev = NODE_ENV === 'development'
  const port = Number(PORT)
  const framework = await startFramework({ dev, folder: root, hostname, port })
  const url = new URL(readEnvironment(process.env, root).siteUrl)
  const site = { dev, https: url.protocol === 'https:' }
  const server = createServer({ site, host: url.host, framework: framework.handle })
  if (dev) framework.passUpgrades(server)
  endWithSupervisor(server, { dev })
  return new Promise((resolve) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      console.error(
        `Leafscan: ${listenProblem({ variable: 'PORT', port, hostVariable: 'HOST', host: hostname }, code)}`,
      )
      process.exit(1)
    })
    server.listen(port, hostname, () => resolve(server))
  })
}

/** Milliseconds until a forced exit: answers take at most 8 s (limits.ts), but open streams may not end. */
const LEAVE_WITHIN_MS = 8_500

/** Exits on the supervisor's request or death (the IPC channel closes), even with open streams. facts/platform.md 5. */
function endWithSupervisor(server: Server, { dev }: { dev: boolean }): void {
  ignoreOutputErrors()
  const leave = () => {
    log('info', 'stopping')
    if (dev) process.exit(0)
    // Uses the machine's clock, so that the process exits even if a test controls time.
    const exit = () => process.exit(0)
    MACHINE_CLOCK.after(LEAVE_WITHIN_MS, exit)
    server.close(exit)
  }
  process.once('SIGTERM', leave)
  process.once('SIGINT', leave)
  process.on('message', (message) => {
    if (typeof message !== 'object' || message === null) return
    if ('drain' in message) startDraining()
    if ('ready' in message) log('info', 'ready')
  })
  if (process.connected) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}

type Next = (options: object) => { prepare(): Promise<void>; getRequestHandler(): RequestListener }

/**
 * Next.js attaches its upgrade handler to the `httpServer` option, here one that never listens, so that production upgrades no
 * connection (CVE-2026-44578).
 */
async function startFramework(options: { dev: boolean; folder: string; hostname: string; port: number }) {
  const { folder, ...given } = options
  const load = createRequire(path.join(folder, 'package.json'))
  const idle = http.createServer()
  const next = load('next') as Next
  const app = next({ ...given, dir: folder, httpServer: idle })
  await app.prepare()
  return {
    handle: app.getRequestHandler(),
    /** For hot reload in development. */
    passUpgrades: (server: Server) => void server.on('upgrade', (...upgrade) => void idle.emit('upgrade', ...upgrade)),
  }
}
