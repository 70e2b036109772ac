import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { newRequestId } from '../api/request-id'
import { clock } from '../platform/clock'
import type { HttpAnswer } from '../platform/http-answer'
import type { Span } from '../platform/trace/span'
import { requestCounts } from './listener/request-counts'
import { packed } from './packing'

/** How an answer that somebody else writes is to leave. */
export interface Treatment {
  /** Called once, before the head leaves: the last word on headers. */
  head(answer: Answer): void
  /** Set for pages: what a page's HTML becomes; it is sent whole, in this content coding. */
  page?: { rewrite(html: string): string; coding: string | null }
}

/** What a reader's leaving before the answer was begun counts as: nginx' word for it. */
const LEFT = 499

const NOTHING_STATED = { status: 0, about: [], bytes: null }

/**
 * The response to a request. Whoever writes it writes it as always; it is counted, its head is seen to, and a page leaves
 * whole, with its length. Nothing is lost by waiting: no page here has parts that come later.
 */
export class Answer extends ServerResponse {
  /** What it counts as, from bounded lists. */
  route = ''
  cache = 'none'
  /** The id that the request came with; null: it had none. */
  givenId: string | null = null
  /** What traces record of it; null: nothing. */
  span: Span | null = null
  /** Called once all of it is written: what is left is the reader's to take. */
  onWritten: () => void = () => {}
  readonly #startedMs = clock().monotonic()
  #treatment: Treatment | null = null
  #treated = false
  /** Pieces of a page while it is written; null for what is none. */
  #page: Buffer[] | null = null
  #bytes = 0
  /** What a route handler said of its body, and the body itself where it is sent in one go. */
  #stated: { status: number; about: [string, OutgoingHttpHeader][]; bytes: Buffer | null } = NOTHING_STATED

  /** Somebody else writes the answer: it is counted once it is over. */
  treat(treatment: Treatment): void {
    this.#treatment = treatment
    requestCounts().inFlight++
    this.once('close', () => this.#count(this.headersSent ? this.statusCode : LEFT))
  }

  /**
   * A route handler answers so: the framework drops what it says of its body, and might pack what is packed. Bytes that lie
   * ready stay here, and the framework gets none: its streams take longer for them than all else that it does.
   */
  state({ status, headers, body, route, cache }: HttpAnswer): void {
    this.route = route ?? this.route
    this.cache = cache ?? this.cache
    const about = ['content-length', 'content-encoding'] as const
    const bodyHeaders = about.flatMap((name): [string, OutgoingHttpHeader][] => {
      const value = headers[name]
      return value === undefined ? [] : [[name, value]]
    })
    const bytes = Buffer.isBuffer(body) ? body : null
    this.#stated = { status, about: bodyHeaders, bytes: this.req.method === 'HEAD' ? null : bytes }
    if (body === null || bytes) delete this.req.headers['accept-encoding']
  }

  /** Sends an answer that lies ready, and counts it. `more`: headers that it does not say itself. */
  give({ status, headers, body, route, cache }: HttpAnswer & { body: Buffer | null }, more: OutgoingHttpHeaders): void {
    this.route = route ?? this.route
    this.cache = cache ?? 'none'
    requestCounts().inFlight++
    const named = { ...this.#idFor(status), ...headers }
    super.writeHead(status, { ...more, ...named })
    const sent = this.req.method === 'HEAD' ? null : body
    this.#bytes = sent?.length ?? 0
    super.end(sent)
    this.#count(status, named['x-request-id'])
  }

  /** Refuses what somebody else was to answer. */
  refuse({ status, headers, body }: HttpAnswer): void {
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) this.setHeader(name, value)
    this.writeHead(status)
    this.end(body)
  }

  override writeHead(statusCode: number, ...more: unknown[]): this {
    this.#seeToHead(statusCode, more)
    if (this.#page) return this
    return Reflect.apply(super.writeHead, this, [this.statusCode, ...this.#unset(more)])
  }

  override flushHeaders(): void {
    this.#seeToHead(this.statusCode, [])
    if (!this.#page) super.flushHeaders()
  }

  override write(...args: unknown[]): boolean {
    this.#seeToHead(this.statusCode, [])
    if (!this.#page) {
      this.#bytes += sizeOf(args[0])
      return Reflect.apply(super.write, this, args)
    }
    this.#take(args[0])
    for (const callback of args) if (typeof callback === 'function') callback()
    return true
  }

  override end(...args: unknown[]): this {
    this.#seeToHead(this.statusCode, [])
    if (!this.#page) {
      const { status, bytes } = this.#stated
      const sent = bytes && this.statusCode === status && args[0] === undefined ? [bytes] : args
      this.#bytes += sizeOf(sent[0])
      Reflect.apply(super.end, this, sent)
      this.onWritten()
      return this
    }
    this.#take(args[0])
    const html = Buffer.concat(this.#page)
    this.#page = null
    // HEAD has no content, and what is the same as before has none.
    if (html.length === 0) {
      super.writeHead(this.statusCode)
      super.end()
      this.onWritten()
    } else this.#sendPage(html.toString())
    return this
  }

  /** The headers are final from here on; a page waits for its content. */
  #seeToHead(statusCode: number, more: unknown[]): void {
    if (this.#treated || this.headersSent) return
    this.statusCode = statusCode
    if (!this.#treatment) return
    this.#treated = true
    const headers = more.find((item) => typeof item === 'object' && item !== null)
    for (const [name, value] of headersIn(headers)) this.setHeader(name, value)
    if (this.statusCode === this.#stated.status)
      for (const [name, value] of this.#stated.about) this.setHeader(name, value)
    for (const [name, value] of Object.entries(this.#idFor(this.statusCode))) {
      if (!this.hasHeader(name)) this.setHeader(name, value)
    }
    this.#treatment.head(this)
    const html = String(this.getHeader('content-type')).startsWith('text/html') && !this.hasHeader('content-encoding')
    if (this.#treatment.page && html) this.#page = []
  }

  /** What writeHead() was given and is not set yet: a reason phrase alone. */
  #unset(more: unknown[]): unknown[] {
    return this.#treated ? more.filter((item) => typeof item === 'string') : more
  }

  #take(chunk: unknown): void {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.#page?.push(Buffer.from(chunk as string))
  }

  #sendPage(html: string): void {
    const { rewrite, coding } = this.#treatment?.page ?? { rewrite: (text) => text, coding: null }
    if (coding) this.setHeader('content-encoding', coding)
    const whole = Buffer.from(rewrite(html))
    const send = (bytes: Buffer) => {
      this.#bytes = bytes.length
      super.writeHead(this.statusCode, { 'content-length': bytes.length })
      super.end(bytes)
      this.onWritten()
    }
    if (!coding) send(whole)
    else packed(whole, coding).then(send, (error) => this.destroy(error))
  }

  /** By its id an answer is found in the log: who sent one gets it back, and what failed has one in any case. */
  #idFor(status: number): Record<string, string> {
    if (this.givenId !== null) return { 'x-request-id': this.givenId }
    return status >= 500 ? { 'x-request-id': newRequestId() } : {}
  }

  #count(status: number, requestId: unknown = this.getHeader('x-request-id') ?? this.givenId ?? undefined): void {
    const { method = 'GET' } = this.req
    if (this.span) this.#endSpan(this.span, status, requestId)
    requestCounts().finish({
      route: this.route,
      method,
      status,
      ms: clock().monotonic() - this.#startedMs,
      cache: this.cache,
      bytes: this.#bytes,
      requestId: requestId === undefined ? undefined : String(requestId),
      isIdGiven: this.givenId !== null,
      traceId: this.span?.traceId,
    })
  }

  #endSpan(span: Span, status: number, requestId: unknown): void {
    // By now it is known which operation it was.
    span.name = `${this.req.method} ${this.route}`
    span.set('http.request.method', this.req.method ?? 'GET').set('http.route', this.route)
    span.set('http.response.status_code', status).set('http.response.body.size', this.#bytes)
    span.set('leafscan.cache', this.cache)
    if (requestId !== undefined) span.set('leafscan.request_id', String(requestId))
    if (status >= 500) span.fail(`http_${status}`)
    span.end()
  }
}

/** Headers as writeHead() takes them: by name, as pairs, or names and values in turn. */
function headersIn(headers: unknown): [string, string | string[]][] {
  if (!Array.isArray(headers)) return Object.entries((headers ?? {}) as Record<string, string | string[]>)
  if (Array.isArray(headers[0])) return headers as [string, string][]
  const names = headers.filter((_, i) => i % 2 === 0)
  return names.map((name, i): [string, string] => [name, headers[2 * i + 1]])
}

function sizeOf(chunk: unknown): number {
  if (typeof chunk === 'string') return Buffer.byteLength(chunk)
  return chunk instanceof Uint8Array ? chunk.byteLength : 0
}
