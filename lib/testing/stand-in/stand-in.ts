import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { base58 } from '@scure/base'
import type { AccountItem, AnyItem, Items, RowsName, SignatureItem, TokenAccountItem } from '@/lib/protocol/rpc/items'
import { parseJson, stringifyJson } from '@/lib/protocol/rpc/json'
import type { RowOrder } from '@/lib/protocol/rpc/list'
import { type AnyList, isListMethod, type ListMethod, listOf, type MethodName } from '@/lib/protocol/rpc/methods'
import { commit, type Fault, sendJson } from './faults'

/**
 * How the owner listing continues. `defect`: sorted by leaf index, continued after a hash, as Photon since 2025-06
 * (facts/photon-wire.md 8). `sound`: leaf index and hash in both, as the embedded indexer. `hash`: by hash in both, as Photon
 * before. `opaque`: sorted by leaf index, with an opaque cursor.
 */
export type Paging = 'sound' | 'defect' | 'hash' | 'opaque'

export interface StandInData {
  slot: number
  accounts: AccountItem[]
  tokenAccounts: TokenAccountItem[]
  latest: SignatureItem[]
  signatures: Record<string, SignatureItem[]>
  paging: Paging
  /** Longer answers become Photon's error -32702. */
  maxAnswerChars: number
  /** Slots behind; above 20 getIndexerHealth returns an error. */
  lag: number
}

export interface SeenRequest {
  method: string
  path: string
  headers: http.IncomingHttpHeaders
  params: unknown
}

/** Subject of the explorer's own canaries. lib/status/operations/canary.ts */
const NOTHING = '1'.repeat(32)

export class StandIn {
  readonly data: StandInData
  readonly calls: Record<string, number> = {}
  readonly requests: SeenRequest[] = []
  /** Apart from requests and scripted faults, because they come at any time. */
  readonly canaries: Record<string, number> = {}
  mostAtOnce = 0
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

  get openSockets(): number {
    return this.#sockets.size
  }

  get callCount(): number {
    return Object.values(this.calls).reduce((sum, calls) => sum + calls, 0)
  }

  fail(
    fault: Fault | null,
    { methods = null, only = () => true, times = Number.POSITIVE_INFINITY }: FaultScope = {},
  ): void {
    this.#fault = fault && { fault, methods, only, times }
  }

  /** Faults of the next requests in order; null: the right answer. After the last, `fail` decides again. */
  script(method: MethodName, ...steps: (Fault | null)[]): void {
    this.#scripts[method] = steps
  }

  /** A restart reuses the port. */
  async start(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(this.#port, '127.0.0.1', () => resolve())
    })
    this.#port = (this.#server.address() as AddressInfo).port
    return this
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

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
      const params = (body.params ?? {}) as Record<string, unknown>
      const answer = this.#answer(method, params, body.id)
      const isCanary = [params.owner, params.delegate, params.hash].includes(NOTHING)
      const counted = isCanary ? this.canaries : this.calls
      counted[method] = (counted[method] ?? 0) + 1
      if (!isCanary) {
        const { url: path = '', headers } = request
        this.requests.push({ method, path, headers, params: body.params })
        this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#underWay)
        response.on('close', () => this.#underWay--)
      }
      const fault = isCanary ? this.#lastingFault(method, params) : this.#faultFor(method, params)
      if (fault) commit(fault, request, response, answer, body.id)
      else sendJson(response, answer)
    })
  }

  #faultFor(method: string, params: Record<string, unknown>): Fault | null {
    const step = this.#scripts[method]?.shift()
    if (step !== undefined) return step
    const scoped = this.#scopedFault(method, params)
    if (scoped) scoped.times--
    return scoped?.fault ?? null
  }

  #lastingFault(method: string, params: Record<string, unknown>): Fault | null {
    const scoped = this.#scopedFault(method, params)
    return scoped?.times === Number.POSITIVE_INFINITY ? scoped.fault : null
  }

  #scopedFault(method: string, params: Record<string, unknown>) {
    const scoped = this.#fault
    if (!scoped || scoped.times <= 0 || (scoped.methods && !scoped.methods.includes(method))) return null
    return scoped.only(params) ? scoped : null
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
    const { slot, lag, signatures } = this.data
    switch (method) {
      case 'getIndexerHealth':
        if (lag > 20) throw new WireError(-32000, `Node is behind ${lag} slots`)
        return 'ok'
      case 'getIndexerSlot':
        return slot
      case 'getCompressionSignaturesForAccount': {
        const items = signatures[String(params.hash)]
        if (!items) throw new WireError(-32000, 'Record Not Found: Account not found')
        return { context: { slot }, value: { items } }
      }
      default:
        if (isListMethod(method)) return this.#page(method, params)
        throw new WireError(-32601, 'Method not found')
    }
  }

  /** Photon's rule: a cursor exactly when the page is full (facts/photon-wire.md 8). */
  #page(method: ListMethod, params: Record<string, unknown>): unknown {
    const { sortKey, mismatch, orders, rows } = listOf(method)
    const { accounts, tokenAccounts, latest, paging, slot } = this.data
    const all: { [R in RowsName]: readonly Items[R][] } = { accounts, tokenAccounts, signatures: latest }
    // Lists other than the owner's are always sound.
    const mode = method === 'getCompressedAccountsByOwner' ? paging : 'sound'
    const [usual, older = usual] = orders
    const sortedBy = mode === 'hash' ? older : usual
    const continuedBy = mode === 'sound' ? usual : older
    const matching = all[rows]
      .filter((row) => mismatch(params, row) === null && passes(row, params.filters))
      .map((row) => ({ row, key: keyOf(sortKey, row) }))
      .sort((a, b) => Buffer.compare(sortedBy.ofKey(a.key), sortedBy.ofKey(b.key)))
    const limit = limitOf(params)
    const cursor = typeof params.cursor === 'string' ? params.cursor : null
    const start = mode === 'opaque' && cursor !== null ? Number(cursor.replace('row:', '')) : 0
    const after = mode === 'opaque' || cursor === null ? null : continuedBy.ofCursor(base58.decode(cursor))
    const rest = after
      ? matching.filter(({ key }) => Buffer.compare(continuedBy.ofKey(key), after) > 0)
      : matching.slice(start)
    const items = rest.slice(0, limit)
    const last = items.at(-1)
    const next = () => (mode === 'opaque' ? `row:${start + limit}` : cursorBehind(continuedBy, last))
    return {
      context: { slot },
      value: {
        items: items.map(({ row }) => sliced(row, params.dataSlice)),
        cursor: items.length === limit ? next() : null,
      },
    }
  }
}

export interface FaultScope {
  methods?: readonly string[] | null
  only?: (params: Record<string, unknown>) => boolean
  times?: number
}

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

function cursorBehind(order: RowOrder, last: { key: Uint8Array } | undefined): string | null {
  return last ? base58.encode(order.cursorOf(order.ofKey(last.key))) : null
}

function passes(row: AnyItem, filters: unknown): boolean {
  if (!Array.isArray(filters) || !('data' in row)) return true
  return filters.every(({ memcmp }: { memcmp: { offset: number; bytes: string } }) => {
    const wanted = bytesOf(memcmp.bytes)
    const data = dataOf(row)
    return data !== null && wanted.every((byte, i) => data[memcmp.offset + i] === byte)
  })
}

const datas = new WeakMap<AccountItem, Uint8Array | null>()

/** Decoded once: each request of a list in parts scans all rows. */
function dataOf(row: AccountItem): Uint8Array | null {
  const known = datas.get(row)
  if (known !== undefined) return known
  const data = row.data && Buffer.from(row.data.data, 'base64')
  datas.set(row, data)
  return data
}

let lastText = ''
let lastBytes = new Uint8Array()

function bytesOf(text: string): Uint8Array {
  if (text !== lastText) lastBytes = base58.decode(text) as Uint8Array<ArrayBuffer>
  lastText = text
  return lastBytes
}

function sliced(row: AnyItem, slice: unknown): AnyItem {
  if (!slice || !('data' in row) || !row.data) return row
  const { offset, length } = slice as { offset: number; length: number }
  const data = Buffer.from(row.data.data, 'base64')
    .subarray(offset, offset + length)
    .toString('base64')
  return { ...row, data: { ...row.data, data } }
}

const keys = new WeakMap<AnyItem, Uint8Array>()

function keyOf(sortKey: AnyList['sortKey'], row: AnyItem): Uint8Array {
  const key = keys.get(row) ?? sortKey(row).bytes
  keys.set(row, key)
  return key
}
