import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MessagePort } from 'node:worker_threads'
import { hostRule } from './allowed-hosts'
import {
  type Heartbeat,
  type MainAnswer,
  type MessageFromThread,
  type MessageToThread,
  NOTE_PATHS,
  type NoteRequest,
  type OperatorTask,
  REPORTS,
  type ReportPath,
} from './messages'

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

/** Timeouts for a client to send a request, and for the main thread to answer it. */
const REQUEST_MS = 5_000
const REPORT_MS = 10_000

/** A note of 2,000 characters, each escaped. */
const MAX_BODY = 16_384

/** Milliseconds without a beat after which the main thread counts as stuck. facts/reliability.md (f), "Endpoints". */
const STUCK_MS = 30_000

/** In a separate thread, so that monitors get an answer while the main thread is busy. design.md 4.4. */
export function serveOperator(main: MessagePort, { port, host, allowedHosts, notes }: OperatorTask): void {
  const rule = hostRule({ host, allowedHosts })
  let beatMs = performance.now()
  let readyz: Heartbeat['readyz'] = { status: 503, body: '{"status":"fail"}' }
  const waiting = new Map<number, (message: MainAnswer) => void>()
  let lastId = 0
  const sendToMain = (message: MessageFromThread) => main.postMessage(message)

  main.on('message', (message: MessageToThread) => {
    if ('readyz' in message) {
      beatMs = performance.now()
      readyz = message.readyz
      return
    }
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  })

  function fromMain(answer: Answer, verb: string, message: (id: number) => MessageFromThread): void {
    const id = ++lastId
    const late = setTimeout(() => {
      waiting.delete(id)
      answer(503, `The explorer is too busy to ${verb}.\n`)
    }, REPORT_MS)
    waiting.set(id, ({ text, contentType, status = 200, headers = {} }) => {
      clearTimeout(late)
      if (text === null) answer(500, `The explorer failed to ${verb}.\n`)
      else answer(status, text, { 'content-type': contentType, 'content-security-policy': PAGE_POLICY, ...headers })
    })
    sendToMain(message(id))
  }

  const readers = new Map<ReportPath, http.ServerResponse[]>()

  function report(response: http.ServerResponse, path: ReportPath): void {
    const others = readers.get(path)
    if (others) return void others.push(response)
    readers.set(path, [response])
    const answer: Answer = (...report) => {
      const all = readers.get(path) ?? []
      readers.delete(path)
      for (const each of all) send(each, ...report)
    }
    fromMain(answer, `report ${path === '/metrics' ? 'metrics' : 'diagnostics'}`, (id) => ({ id, report: path }))
  }

  async function note(request: http.IncomingMessage, response: http.ServerResponse, path: NoteRequest['path']) {
    let body = ''
    request.setEncoding('utf8')
    for await (const chunk of request) {
      body += chunk
      if (body.length > MAX_BODY) return send(response, 413, `At most ${MAX_BODY} bytes.\n`, { connection: 'close' })
    }
    const { method = '', url = '', headers } = request
    const [, query = ''] = url.split(/\?(.*)/s)
    const { authorization = null } = headers
    const answer: Answer = (...stored) => send(response, ...stored)
    fromMain(answer, 'store this', (id) => ({ id, note: { method, path, query, authorization, body } }))
  }

  const stuck = () => performance.now() - beatMs > STUCK_MS

  function healthz(response: http.ServerResponse): void {
    send(response, stuck() ? 503 : 200, stuck() ? 'stuck\n' : 'ok\n')
  }

  function ready(response: http.ServerResponse): void {
    send(response, stuck() ? 503 : readyz.status, readyz.body, { 'content-type': 'application/json' })
  }

  function answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    // The target may hold a host, too. Without any host, requests pass: load balancers use HTTP/1.0, browsers never do.
    const [, inTarget, rest] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(request.url ?? '') ?? []
    const hosts = [...(request.headersDistinct.host ?? []), ...(inTarget === undefined ? [] : [inTarget])]
    if (!hosts.every(rule.allows)) return void send(response, 421, rule.refusal)
    if (rest !== undefined) request.url = rest
    const { method, url } = request
    const path = url?.split('?')[0]
    const notePath = NOTE_PATHS.find((known) => notes && known === path)
    if (notePath) return void note(request, response, notePath).catch(() => response.destroy())
    const answers = new Map([
      ...REPORTS.map((name) => [name, (to: http.ServerResponse) => report(to, name)] as const),
      ['/healthz', healthz],
      ['/readyz', ready],
    ] as [string, (response: http.ServerResponse) => void][]).get(path ?? '')
    if (!answers) send(response, 404, 'Available here: /metrics, /debug, /debug.json, /healthz, /readyz.\n')
    // Node drops the body for HEAD.
    else if (method !== 'GET' && method !== 'HEAD') send(response, 405, 'Use GET or HEAD.\n', { allow: 'GET, HEAD' })
    else answers(response)
  }

  const server = http.createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, answer)
  server.once('error', (error: NodeJS.ErrnoException) => sendToMain({ failed: error.code ?? 'unknown' }))
  server.listen(port, host, () => sendToMain({ listening: (server.address() as AddressInfo).port }))
}

type Answer = (status: number, text: string, more?: Record<string, string>) => void

function send(response: http.ServerResponse, status: number, text: string, more: Record<string, string> = {}): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    ...HEADERS,
    ...more,
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
