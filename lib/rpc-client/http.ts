import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { clock } from '../platform/clock'
import { noteCertificate } from './certificates'
import type { Target } from './target'
import { connectionTo, ProxyError, proxyErrorOf } from './way'

export interface PostOptions {
  /** `GET` goes without a body. */
  method?: 'GET'
  deadlineMs?: number
  connectMs?: number
  signal?: AbortSignal
  maxBytes: number
  /** Accepts brotli beside gzip. Off for untrusted indexers: its decoder may hold 16 MB. */
  brotli?: boolean
  freshSocket?: boolean
  /** Resends a request once, on a new connection, if the host had closed the idle connection. */
  renews?: boolean
  /** Called before the body. Throwing ends the exchange. */
  onHead?: (status: number, headers: IncomingHttpHeaders) => void
  /** Called with each decompressed part; a returned promise applies backpressure. Throwing ends the exchange. */
  onPart?: (part: Buffer) => Promise<unknown> | undefined
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  bytes: number
}

type Reason =
  | 'aborted'
  | 'timeout'
  | 'no connection'
  | 'no way'
  | 'proxy'
  | 'too large'
  | 'encoding'
  | 'upgrade'
  | 'lost'

/** Without a `cause`: Node's error messages hold parts of the URL. */
export class HttpError extends Error {
  override readonly name = 'HttpError'

  /** `no way`: no connection through the proxy in time. `code`: of Node's error or a ProxyError; else empty. */
  constructor(
    readonly reason: Reason,
    readonly code = '',
    readonly isAnswering = false,
    message: string = reason,
  ) {
    super(message)
  }
}

export function isHttpError(error: unknown): error is HttpError {
  return error instanceof Error && error.name === 'HttpError'
}

/**
 * Posts JSON. One deadline for everything, a shorter one for connecting; size limits apply after decompression; redirects are
 * not followed, since they would carry a URL's key elsewhere. fetch lacks these (facts/reliability.md 0.4) and takes twice
 * the CPU time for large blocks.
 * @throws HttpError; what `onHead` and `onPart` throw
 */
export function post(target: Target, body: string, options: PostOptions): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { deadlineMs, connectMs, signal, maxBytes, brotli = false, freshSocket = false, onHead, onPart } = options
    const { method = 'POST' } = options
    if (signal?.aborted) return reject(new HttpError('aborted'))
    const { request: begin, headers, via, ...place } = connectionTo(target, !freshSocket)
    const request = begin({
      ...place,
      method,
      headers: {
        ...headers,
        ...target.headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        // Webhook hosts answer with text.
        accept: 'application/json, */*;q=0.1',
        'accept-encoding': brotli ? 'gzip, br' : 'gzip',
        'user-agent': 'leafscan',
      },
    })
    const startedMs = clock().monotonic()
    let isOver = false
    let source: Readable | null = null
    let connected = () => {}
    const late = () => fail(new HttpError('timeout', '', source !== null))
    const cancelDeadline = deadlineMs === undefined ? () => {} : clock().after(deadlineMs, late)
    const abort = () => fail(new HttpError('aborted'))
    signal?.addEventListener('abort', abort)

    function end(): void {
      isOver = true
      cancelDeadline()
      connected()
      signal?.removeEventListener('abort', abort)
    }

    function fail(error: unknown): void {
      if (isOver) return
      end()
      request.destroy()
      source?.destroy()
      reject(error)
    }

    const limitConnecting = () => {
      if (connectMs === undefined || isOver) return
      connected = clock().after(connectMs, () => fail(new HttpError(via === null ? 'no connection' : 'no way')))
    }
    if (via === 'tunnel') limitConnecting()
    request.on('socket', (socket) => {
      if (request.reusedSocket) return connected()
      if (via !== 'tunnel') {
        if (!socket.connecting) return
        limitConnecting()
      }
      if (socket instanceof TLSSocket) {
        socket.once('secureConnect', () => {
          noteCertificate(target, socket)
          connected()
        })
      } else socket.once('connect', () => connected())
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (isOver) return
      const { code = '' } = error
      if (options.renews && request.reusedSocket && source === null && RESETS.has(code)) {
        end()
        const leftMs = deadlineMs && Math.max(1, deadlineMs - (clock().monotonic() - startedMs))
        return resolve(post(target, body, { ...options, ...(leftMs && { deadlineMs: leftMs }), freshSocket: true }))
      }
      const ofProxy = source === null ? proxyErrorOf(via, error) : null
      fail(ofProxy ? proxyFailure(ofProxy) : new HttpError('lost', code, source !== null))
    })
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      fail(new HttpError('upgrade'))
    })
    request.on('response', (response) => {
      const { statusCode: status = 0, headers } = response
      // Only proxies answer 407.
      if (via === 'forward' && status === 407) return fail(proxyFailure(new ProxyError('HTTP_407')))
      try {
        onHead?.(status, headers)
      } catch (error) {
        return fail(error)
      }
      if (isOver) return
      const unpacked = unpack(response, brotli)
      if (unpacked === null) return fail(new HttpError('encoding'))
      source = unpacked
      let wireBytes = 0
      let bytes = 0
      const tooLarge = () => fail(new HttpError('too large'))
      const cut = ({ code = '' }: NodeJS.ErrnoException) => fail(new HttpError('lost', code, true))
      response.on('data', (chunk: Buffer) => {
        wireBytes += chunk.length
        if (wireBytes > maxBytes) tooLarge()
      })
      unpacked.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > maxBytes) return tooLarge()
        try {
          const wait = onPart?.(part)
          if (!wait) return
          unpacked.pause()
          void wait.then(() => unpacked.resume())
        } catch (error) {
          fail(error)
        }
      })
      response.on('error', cut)
      unpacked.on('error', cut)
      unpacked.on('end', () => {
        if (isOver) return
        if (!response.complete) return fail(new HttpError('lost', '', true))
        end()
        resolve({ status, headers, bytes })
      })
    })
    request.end(body)
  })
}

const RESETS: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])

function proxyFailure({ code, message }: ProxyError): HttpError {
  return new HttpError('proxy', code, false, message)
}

function unpack(response: IncomingMessage, brotli: boolean): Readable | null {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return response
  if (encoding === 'gzip' || encoding === 'x-gzip') return response.pipe(createGunzip())
  return encoding === 'br' && brotli ? response.pipe(createBrotliDecompress()) : null
}
