import type { IncomingMessage, ServerResponse } from 'node:http'
import { createGzip } from 'node:zlib'
import { clock } from '@/lib/platform/clock'
import { stringifyJson } from '@/lib/protocol/rpc/json'

/** facts/reliability.md (c). */
export type Fault =
  | { kind: 'hang' }
  | { kind: 'slow'; ms: number }
  | { kind: 'late'; ms: number; fault: Fault }
  | { kind: 'held'; until: Promise<void> }
  | { kind: 'drip'; everyMs: number }
  | { kind: 'reset' }
  | { kind: 'cut' }
  | { kind: 'reply'; status: number; headers?: Record<string, string>; body?: string | Buffer }
  | { kind: 'edit'; edit: (answer: string) => string }
  | { kind: 'result'; result: unknown }
  /** HTTP 200. */
  | { kind: 'error'; code: number; message: string }
  /** `bytes`: unpacked size. */
  | { kind: 'gzip-bomb'; bytes: number }
  | { kind: 'torn' }
  | { kind: 'raw'; bytes: string }
  /** The right answer followed by an unsolicited second one: at once, or `afterMs` later. */
  | { kind: 'surplus'; second: string; afterMs: number }
  | { kind: 'endless' }

const HTML = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'

export const FAULTS = {
  hang: { kind: 'hang' },
  reset: { kind: 'reset' },
  cut: { kind: 'cut' },
  /** As a provider's gateway. facts/photon-wire.md 11. */
  rateLimited: (retryAfter?: string): Fault => ({
    kind: 'reply',
    status: 429,
    headers: { 'content-type': 'application/json', ...(retryAfter !== undefined && { 'retry-after': retryAfter }) },
    body: '{"jsonrpc":"2.0","error":{"code":-32429,"message":"rate limited"}}',
  }),
  /** Photon's own connection cap. facts/photon-wire.md 2. */
  tooManyConnections: {
    kind: 'reply',
    status: 429,
    headers: { 'content-type': 'text/plain' },
    body: 'Too many connections. Please try again later.',
  },
  serverError: {
    kind: 'reply',
    status: 500,
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":null}',
  },
  html: { kind: 'reply', status: 502, headers: { 'content-type': 'text/html' }, body: HTML },
  htmlWith200: { kind: 'reply', status: 200, headers: { 'content-type': 'text/html' }, body: HTML },
  empty: { kind: 'reply', status: 200, body: '' },
  wrongShape: { kind: 'result', result: { context: { slot: 'soon' }, value: { accounts: [] } } },
  unauthorised: {
    kind: 'reply',
    status: 401,
    body: '{"jsonrpc":"2.0","error":{"code":-32401,"message":"invalid api key provided"}}',
  },
  internal: { kind: 'error', code: -32000, message: 'Internal server error' },
  behind: (slots: number): Fault => ({ kind: 'error', code: -32000, message: `Node is behind ${slots} slots` }),
} as const satisfies Record<string, Fault | ((...args: never[]) => Fault)>

export function commit(
  fault: Fault,
  request: IncomingMessage,
  response: ServerResponse,
  answer: string,
  id: unknown,
): void {
  switch (fault.kind) {
    case 'hang':
      return
    case 'slow':
      clock().after(fault.ms, () => sendJson(response, answer))
      return
    case 'late':
      clock().after(fault.ms, () => commit(fault.fault, request, response, answer, id))
      return
    case 'held':
      void fault.until.then(() => sendJson(response, answer))
      return
    case 'drip':
      drip(response, answer, fault.everyMs)
      return
    case 'reset':
      request.socket.resetAndDestroy()
      return
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(answer.length + 100) })
      response.write(answer.slice(0, 20), () => request.socket.destroy())
      return
    case 'reply':
      response.writeHead(fault.status, fault.headers)
      response.end(fault.body ?? '')
      return
    case 'result':
      sendJson(response, stringifyJson({ jsonrpc: '2.0', result: fault.result, id }))
      return
    case 'error':
      sendJson(response, stringifyJson({ jsonrpc: '2.0', error: { code: fault.code, message: fault.message }, id }))
      return
    case 'edit':
      sendJson(response, fault.edit(answer))
      return
    case 'torn':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write(answer.slice(0, answer.length / 2), () => request.socket.resetAndDestroy())
      return
    case 'raw':
      request.socket.end(fault.bytes)
      return
    case 'surplus':
      sendTwice(response, answer, fault.second, fault.afterMs)
      return
    case 'gzip-bomb':
      bomb(response, fault.bytes)
      return
    case 'endless':
      response.writeHead(200, { 'content-type': 'application/json' })
      pour(response, Number.POSITIVE_INFINITY)
      return
    default:
      fault satisfies never
  }
}

export function sendJson(response: ServerResponse, body: string): void {
  if (response.destroyed) return
  const date = new Date(clock().wall()).toUTCString()
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', date })
  response.end(body)
}

function sendTwice(response: ServerResponse, first: string, second: string, afterMs: number): void {
  const { socket } = response
  const length = Buffer.byteLength(second)
  const writeSecond = () =>
    socket?.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${second}`)
  // Corked, both leave in one segment: the reader finds the second behind the first.
  if (afterMs === 0) socket?.cork()
  sendJson(response, first)
  if (afterMs > 0) clock().after(afterMs, writeSecond)
  else {
    writeSecond()
    socket?.uncork()
  }
}

function drip(response: ServerResponse, answer: string, everyMs: number): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  let at = 0
  const drop = () => {
    if (response.destroyed || at >= answer.length) return response.end()
    response.write(answer[at++])
    clock().after(everyMs, drop)
  }
  clock().after(everyMs, drop)
}

function bomb(response: ServerResponse, bytes: number): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
  const gzip = createGzip({ level: 9 })
  gzip.pipe(response)
  pour(gzip, bytes)
  response.on('close', () => gzip.destroy())
}

const BLOCK = Buffer.alloc(64 * 1024, '0')

function pour(to: NodeJS.WritableStream & { destroyed?: boolean }, bytes: number): void {
  let left = bytes
  const write = () => {
    while (left > 0 && !to.destroyed) {
      left -= BLOCK.length
      if (!to.write(BLOCK)) {
        to.once('drain', write)
        return
      }
    }
    if (left <= 0) to.end()
  }
  write()
}
