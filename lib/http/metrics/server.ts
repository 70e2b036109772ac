import 'server-only'
import http from 'node:http'
import type { MetricsSetting } from '../../environment'
import { metrics } from './metrics'

/** Loopback alone: what is told here is for the people who run the explorer. facts/reliability.md (e) S18. */
const HOST = '127.0.0.1'

/** What every answer of this port bears. */
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Milliseconds that a monitor gets to send its request. */
const REQUEST_MS = 5_000

/**
 * Serves GET /metrics, and nothing else, on a port of its own. Resolves with the server once it listens.
 * @throws Error with node's code when the port cannot be had.
 */
export function serveMetrics({ port }: Pick<MetricsSetting, 'port'>): Promise<http.Server> {
  // What the process itself measures, it measures from now on.
  metrics()
  const server = http.createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) => {
    void answer(request, response)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // A monitor's connection must not keep a process that is told to leave.
    server.listen(port, HOST, () => resolve(server.unref()))
  })
}

async function answer({ method, url }: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  if (url?.split('?')[0] !== '/metrics') return send(response, 404, 'Only /metrics is here.\n')
  if (method !== 'GET') return send(response, 405, 'Only GET.\n', { allow: 'GET' })
  try {
    const text = await metrics().metrics()
    send(response, 200, text, { 'content-type': metrics().contentType })
  } catch {
    send(response, 500, 'The metrics could not be read.\n')
  }
}

function send(response: http.ServerResponse, status: number, text: string, more: Record<string, string> = {}): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    ...HEADERS,
    ...more,
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
