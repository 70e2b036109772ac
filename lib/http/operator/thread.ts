import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MessagePort } from 'node:worker_threads'
import { type Beat, type FromThread, type OperatorTask, REPORTS, type ReportPath, type ToThread } from './messages'

/** Loopback only: this is for the people who run the explorer. facts/reliability.md (e) S18. */
const HOST = '127.0.0.1'

/** What every answer of this port bears. */
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** A page of this port has its own style and loads nothing. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

/** Milliseconds that a monitor gets to send its request, and the main thread to say what it has counted. */
const REQUEST_MS = 5_000
const REPORT_MS = 10_000

/** A main thread without a beat for so long (ms) is not alive. facts/reliability.md (f), "Endpoints". */
const STUCK_MS = 30_000

/**
 * Serves GET /metrics, /debug, /debug.json, /healthz and /readyz on a port of its own, in a thread of its own: whatever the main thread is
 * busy with, who watches the process is answered. design.md 4.4.
 */
export function serveOperator(main: MessagePort, { port }: OperatorTask): void {
  let beatMs = performance.now()
  let readyz: Beat['readyz'] = { status: 503, body: '{"status":"fail"}' }
  const waiting = new Map<number, (message: { text: string | null; contentType: string }) => void>()
  let lastId = 0
  const sendToMain = (message: FromThread) => main.postMessage(message)

  main.on('message', (message: ToThread) => {
    if ('readyz' in message) {
      beatMs = performance.now()
      readyz = message.readyz
      return
    }
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  })

  function report(response: http.ServerResponse, path: ReportPath): void {
    const id = ++lastId
    const name = path === '/metrics' ? 'metrics' : 'diagnostics'
    const late = setTimeout(() => {
      waiting.delete(id)
      send(response, 503, `The explorer is too busy to report ${name}.\n`)
    }, REPORT_MS)
    waiting.set(id, ({ text, contentType }) => {
      clearTimeout(late)
      if (text === null) send(response, 500, `The ${name} could not be read.\n`)
      else send(response, 200, text, { 'content-type': contentType, 'content-security-policy': PAGE_POLICY })
    })
    sendToMain({ id, report: path })
  }

  const stuck = () => performance.now() - beatMs > STUCK_MS

  function healthz(response: http.ServerResponse): void {
    send(response, stuck() ? 503 : 200, stuck() ? 'stuck\n' : 'ok\n')
  }

  function ready(response: http.ServerResponse): void {
    send(response, stuck() ? 503 : readyz.status, readyz.body, { 'content-type': 'application/json' })
  }

  function answer({ method, url }: http.IncomingMessage, response: http.ServerResponse): void {
    const path = url?.split('?')[0]
    const answers = new Map([
      ...REPORTS.map((name) => [name, (to: http.ServerResponse) => report(to, name)] as const),
      ['/healthz', healthz],
      ['/readyz', ready],
    ] as [string, (response: http.ServerResponse) => void][]).get(path ?? '')
    if (!answers) send(response, 404, 'Available here: /metrics, /debug, /debug.json, /healthz, /readyz.\n')
    else if (method !== 'GET') send(response, 405, 'Use GET.\n', { allow: 'GET' })
    else answers(response)
  }

  const server = http.createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, answer)
  server.once('error', (error: NodeJS.ErrnoException) => sendToMain({ failed: error.code ?? 'unknown' }))
  server.listen(port, HOST, () => sendToMain({ listening: (server.address() as AddressInfo).port }))
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
