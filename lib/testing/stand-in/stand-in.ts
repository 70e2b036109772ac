import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { base58 } from '@scure/base'
import type { AccountItem, SignatureItem, TokenAccountItem } from '@/lib/rpc/items'
import { parseJson, stringifyJson } from '@/lib/rpc/json'
import type { MethodName } from '@/lib/rpc/methods'
import { commit, type Fault, sendJson } from './faults'

/**
 * How the owner listing continues. `defect`: sorted by leaf index, continued after a hash, as Photon does since 2025-06
 * (facts/photon-wire.md 8). `sound`: leaf index and hash in both, as the embedded indexer. `hash`: by hash in both, as
 * Photon before. `opaque`: sorted by leaf index, with a cursor that tells nothing.
 */
export type Paging = 'sound' | 'defect' | 'hash' | 'opaque'

export interface StandInData {
  slot: number
  accounts: AccountItem[]
  tokenAccounts: TokenAccountItem[]
  /** Newest first. */
  latest: SignatureItem[]
  /** Signatures by account hash, newest first. */
  signatures: Record<string, SignatureItem[]>
  paging: Paging
  /** Answers longer than this become Photon's error -32702. */
  maxAnswerChars: number
  /** Slots behind; above 20 getIndexerHealth answers an error. */
  lag: number
}

/** One request as it came. */
export interface SeenRequest {
  method: string
  path: string
  headers: http.IncomingHttpHeaders
  params: unknown
}

/** An indexer on loopback that speaks Photon's wire and fails on command. */
export class StandIn {
  /** What it answers from: may be changed at any time. */
  readonly data: StandInData
  /** Requests so far, by method. */
  readonly calls: Record<string, number> = {}
  readonly requests: SeenRequest[] = []
  /** Most requests that were under way at the same time so far. */
  mostAtOnce = 0
  /** Base URL where a StandInServer serves it; null while it listens for itself. */
  mountedAt: string | null = null
  #underWay = 0
  #fault: ({ fault: Fault } & Required<FaultScope>) | null = null
  readonly #scripts: Record<string, (Fault | null)[]> = {}
  readonly #server: http.Server
  readonly #sockets = new Set<Socket>()
  #port = 0

  constructor(data: Partial<StandInData>) {
    this.data = {
      slot: 418_890_000,
      accounts: [],
      tokenAccounts: [],
      latest: [],
      signatures: {},
      paging: 'sound',
      maxAnswerChars: 10 * 1024 * 1024,
      lag: 0,
      ...data,
    }
    this.#server = http.createServer((request, response) => this.receive(request, response))
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }

  get url(): string {
    return this.mountedAt ?? `http://127.0.0.1:${this.#port}`
  }

  get port(): number {
    return this.#port
  }

  /** Connections that are open. */
  get openSockets(): number {
    return this.#sockets.size
  }

  /** All requests so far. */
  get callCount(): number {
    return Object.values(this.calls).reduce((sum, calls) => sum + calls, 0)
  }

  /** Fails from now on: for some requests only, a number of times only. null: answers again. */
  fail(
    fault: Fault | null,
    { methods = null, only = () => true, times = Number.POSITIVE_INFINITY }: FaultScope = {},
  ): void {
    this.#fault = fault && { fault, methods, only, times }
  }

  /**
   * What the next requests of a method meet, one after the other; null stands for the right answer. Behind its end
   * `fail` decides again.
   */
  script(method: MethodName, ...steps: (Fault | null)[]): void {
    this.#scripts[method] = steps
  }

  /** Listens: on any free port the first time, on the same one again after stop(). */
  async start(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(this.#port, '127.0.0.1', () => resolve())
    })
    this.#port = (this.#server.address() as AddressInfo).port
    return this
  }

  /** Stops listening and drops every connection, as a dead process does. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  /** Answers a request, or fails at it. */
  receive(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method !== 'POST') {
        response.writeHead(405).end('Used HTTP Method is not allowed. POST is required')
        return
      }
      const body = parseJson(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>
      const method = String(body.method)
      this.calls[method] = (this.calls[method] ?? 0) + 1
      const { url: path = '', headers } = request
      this.requests.push({ method, path, headers, params: body.params })
      this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#underWay)
      response.on('close', () => this.#underWay--)
      const params = (body.params ?? {}) as Record<string, unknown>
      const answer = this.#answer(method, params, body.id)
      const fault = this.#faultFor(method, params)
      if (fault) commit(fault, request, response, answer, body.id)
      else sendJson(response, answer)
    })
  }

  #faultFor(method: string, params: Record<string, unknown>): Fault | null {
    const step = this.#scripts[method]?.shift()
    if (step !== undefined) return step
    const scoped = this.#fault
    if (!scoped || scoped.times <= 0 || (scoped.methods && !scoped.methods.includes(method))) return null
    if (!scoped.only(params)) return null
    scoped.times--
    return scoped.fault
  }

  #answer(method: string, params: Record<string, unknown>, id: unknown): string {
    try {
      const text = stringifyJson({ jsonrpc: '2.0', result: this.#result(method, params), id })
      if (text.length > this.data.maxAnswerChars) throw new WireError(-32702, 'Response is too big')
      return text
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      return stringifyJson({ jsonrpc: '2.0', error: { code: error.code, message: error.message }, id })
    }
  }

  #result(method: string, params: Record<string, unknown>): unknown {
    const { slot, lag, latest, signatures } = this.data
    switch (method) {
      case 'getIndexerHealth':
        if (lag > 20) throw new WireError(-32000, `Node is behind ${lag} slots`)
        return 'ok'
      case 'getIndexerSlot':
        return slot
      case 'getCompressedAccountsByOwner':
        return this.#byOwner(params)
      case 'getCompressedTokenAccountsByDelegate':
        return this.#byDelegate(params)
      case 'getLatestCompressionSignatures': {
        const after = params.cursor ? base58.decode(String(params.cursor)) : null
        const rest = after
          ? latest.filter((item) => Buffer.compare(latestKey(item), latestCursorKey(after)) < 0)
          : latest
        return this.#page(rest, params, (last) => base58.encode(latestCursor(last)))
      }
      case 'getCompressionSignaturesForAccount': {
        const items = signatures[String(params.hash)]
        if (!items) throw new WireError(-32000, 'Record Not Found: Account not found')
        return { context: { slot }, value: { items } }
      }
      default:
        throw new WireError(-32601, 'Method not found')
    }
  }

  #byOwner(params: Record<string, unknown>): unknown {
    const { accounts, paging } = this.data
    const cursor = typeof params.cursor === 'string' ? params.cursor : null
    const rows = accounts.filter((account) => account.owner === params.owner && passes(account, params.filters))
    const hash = ({ hash }: AccountItem) => bytesOf(hash)
    const leaf = (account: AccountItem) => Buffer.concat([u64(account.leafIndex), hash(account)])
    const sortedBy = paging === 'hash' ? hash : leaf
    rows.sort((a, b) => Buffer.compare(sortedBy(a), sortedBy(b)))
    if (paging === 'opaque') {
      const start = cursor === null ? 0 : Number(cursor.replace('row:', ''))
      const limit = limitOf(params)
      const items = rows.slice(start, start + limit)
      const next = items.length === limit ? `row:${start + limit}` : null
      return this.#value(
        items.map((item) => sliced(item, params.dataSlice)),
        next,
      )
    }
    const continuedBy = paging === 'sound' ? leaf : hash
    const after = cursor === null ? null : Buffer.from(base58.decode(cursor))
    const rest = after ? rows.filter((row) => Buffer.compare(continuedBy(row), after) > 0) : rows
    return this.#page(
      rest,
      params,
      (last) => base58.encode(continuedBy(last)),
      (row) => sliced(row, params.dataSlice),
    )
  }

  #byDelegate(params: Record<string, unknown>): unknown {
    const key = ({ account, tokenData }: TokenAccountItem) =>
      Buffer.concat([bytesOf(tokenData.mint), bytesOf(account.hash)])
    const after = params.cursor ? Buffer.from(base58.decode(String(params.cursor))) : null
    const rows = this.data.tokenAccounts
      .filter(({ tokenData }) => tokenData.delegate === params.delegate)
      .filter(({ tokenData }) => !params.mint || tokenData.mint === params.mint)
      .filter((row) => !after || Buffer.compare(key(row), after) > 0)
      .sort((a, b) => Buffer.compare(key(a), key(b)))
    return this.#page(rows, params, (last) => base58.encode(key(last)))
  }

  /** Photon's rule: a cursor exactly when the page is full (facts/photon-wire.md 8). */
  #page<T>(
    rows: T[],
    params: Record<string, unknown>,
    cursorOf: (last: T) => string,
    show: (row: T) => T = (row) => row,
  ) {
    const limit = limitOf(params)
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    return this.#value(items.map(show), items.length === limit && last ? cursorOf(last) : null)
  }

  #value(items: unknown[], cursor: string | null) {
    return { context: { slot: this.data.slot }, value: { items, cursor } }
  }
}

/** Which requests fail, and how many of them. */
export interface FaultScope {
  methods?: readonly string[] | null
  /** Asked of each request's params. */
  only?: (params: Record<string, unknown>) => boolean
  times?: number
}

/** A stand-in that listens on a free port of the loopback. */
export function startStandIn(data: Partial<StandInData> = {}): Promise<StandIn> {
  return new StandIn(data).start()
}

class WireError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

function limitOf({ limit }: Record<string, unknown>): number {
  if (limit === undefined || limit === null) return 1000
  if (typeof limit !== 'number' || limit > 1000)
    throw new WireError(-32602, 'invalid value: integer, expected at most 1000')
  return limit
}

function passes(account: AccountItem, filters: unknown): boolean {
  if (!Array.isArray(filters)) return true
  return filters.every(({ memcmp }: { memcmp: { offset: number; bytes: string } }) => {
    const wanted = base58.decode(memcmp.bytes)
    const data = account.data && Buffer.from(account.data.data, 'base64')
    return data?.subarray(memcmp.offset, memcmp.offset + wanted.length).equals(wanted) ?? false
  })
}

function sliced(account: AccountItem, slice: unknown): AccountItem {
  if (!slice || !account.data) return account
  const { offset, length } = slice as { offset: number; length: number }
  const data = Buffer.from(account.data.data, 'base64')
    .subarray(offset, offset + length)
    .toString('base64')
  return { ...account, data: { ...account.data, data } }
}

const decoded = new Map<string, Buffer>()

/** Bytes of base58, decoded once: lists are sorted anew for each request. */
function bytesOf(text: string): Buffer {
  const bytes = decoded.get(text) ?? Buffer.from(base58.decode(text))
  decoded.set(text, bytes)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

function latestKey({ slot, signature }: SignatureItem): Buffer {
  return Buffer.concat([u64(slot), bytesOf(signature)])
}

/** The slot stands little-endian in a cursor. facts/photon-wire.md 6.6. */
function latestCursor(item: SignatureItem): Uint8Array {
  const key = latestKey(item)
  return Buffer.concat([Buffer.from(key.subarray(0, 8)).reverse(), key.subarray(8)])
}

function latestCursorKey(cursor: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(cursor.subarray(0, 8)).reverse(), cursor.subarray(8)])
}
