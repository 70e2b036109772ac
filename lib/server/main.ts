import http, { type RequestListener, type ServerOptions } from 'node:http'
import { explainUnreadable, guarded, SERVER_OPTIONS, withoutTunnels } from './guard'
import { readSheets } from './framework/sheets'

/*
 * Loaded before the framework, in the explorer's process: the first server that is made there is the framework's, and
 * stands behind the guard. Made into one file by scripts/build.mjs; the built server loads it in its first line.
 */

const createServer = http.createServer

function createGuardedServer(first?: ServerOptions | RequestListener, second?: RequestListener): http.Server {
  const [options = {}, listener] = typeof first === 'function' ? [{}, first] : [first, second]
  if (!listener) return createServer(options)
  http.createServer = createServer
  const siteUrl = process.env.SITE_URL || `http://localhost:${process.env.PORT || 3000}`
  const dev = process.env.NODE_ENV === 'development'
  const sheets = dev ? new Map() : readSheets(import.meta.dirname)
  const site = { dev, https: /^https:/i.test(siteUrl), sheets }
  const guard = guarded(listener, site, new URL(siteUrl).host)
  return explainUnreadable(withoutTunnels(createServer({ ...options, ...SERVER_OPTIONS }, guard), site), site)
}

http.createServer = createGuardedServer as typeof http.createServer
