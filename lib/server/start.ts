import type { Server } from 'node:http'
import { listenProblem } from '@/scripts/ports.mjs'
import { readEnvironment } from '../platform/environment'
import { startFramework } from './framework/start'
import { createServer } from './listener/listener'
import { endWithSupervisor } from './shutdown'

/**
 * The listener comes last, so that everything works from the first request. A failure to open the port ends the process.
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
