import { isUtf8 } from 'node:buffer'
import { isMethodName, methods } from '@/lib/rpc/methods'
import { CLOSE_LIST, CLOSE_OBJECT, JsonBytes, MAX_NESTING, OPEN_LIST, OPEN_OBJECT, type Scalar } from './json-bytes'

/*
 * What a body asks for, as Photon's library takes it apart: which mistakes make a notification of a request, and which keep
 * its id. Params are only found here; an operation reads them. facts/photon-wire.md 3.
 */

/** A request's id as JSON text: `"a"`, `7`, `null`. */
export type IdText = string

/** Where the params lie, in bytes from the body's beginning. */
export interface Span {
  start: number
  end: number
}

/** One thing that a body asks for. */
export type Entry =
  | { kind: 'call'; method: string; params: Span | null; id: IdText }
  /** It has no usable id: it is not executed, and there is no answer. */
  | { kind: 'notification' }
  /** Something other than the id is wrong. */
  | { kind: 'invalid'; id: IdText }
  /** Neither a call nor an id to answer to. */
  | { kind: 'unusable' }

/** Requests in one batch. Our choice: Photon names no maximum, and a body holds hundreds of thousands. */
export const MAX_BATCH = 1000

/** A body: one thing, or the places of several; null: too many. */
export type Body = { kind: 'single'; entry: Entry } | { kind: 'batch'; spans: Span[] | null }

/** The members of a request that count, by place where it comes as a list, which only a batch can hold. */
const FIELDS = ['jsonrpc', 'id', 'method', 'params'] as const
type Field = (typeof FIELDS)[number]

/**
 * Takes a body apart, of which the first byte behind blanks opens an object or a list.
 * @param counted told how many bytes were looked at.
 * @throws SyntaxError for what is no JSON.
 */
export function readBody(bytes: Uint8Array, counted: (bytes: number) => void): Body {
  const json = new JsonBytes(bytes)
  try {
    if (json.peek() === OPEN_LIST) return { kind: 'batch', spans: spansOf(json) }
    const entry = readObject(json)
    json.finish()
    return { kind: 'single', entry }
  } finally {
    counted(json.looked)
  }
}

/** One entry of a batch. */
export function readEntry(bytes: Uint8Array, { start, end }: Span, counted: (bytes: number) => void): Entry {
  const json = new JsonBytes(bytes, start, end)
  const byte = json.peek()
  if (byte !== OPEN_OBJECT && byte !== OPEN_LIST) return { kind: 'unusable' }
  const entry = byte === OPEN_OBJECT ? readObject(json) : readList(json)
  counted(json.looked)
  return entry
}

/** True where the bytes can be a request at all: the first behind blanks opens an object or a list. */
export function looksLikeRequest(bytes: Uint8Array): boolean {
  const byte = new JsonBytes(bytes).peek()
  return byte === OPEN_OBJECT || byte === OPEN_LIST
}

function spansOf(json: JsonBytes): Span[] | null {
  const spans: Span[] = []
  const open = json.at
  json.enter()
  for (let isFirst = true; json.next(CLOSE_LIST, isFirst); isFirst = false) {
    json.peek()
    const start = json.at
    json.skip()
    spans.push({ start, end: json.at })
    if (spans.length > MAX_BATCH) return null
  }
  // As it stands in the body each entry is text to Photon's library.
  if (!isUtf8(json.bytes.subarray(open, json.at))) throw new SyntaxError('no UTF-8')
  json.finish()
  return spans
}

/** What was found of each field; a name that comes twice makes it unusable. */
class Found {
  private readonly times = new Map<Field, number>()
  private jsonrpc: Scalar = null
  private method: Scalar = null
  private id: IdText | null = null
  private params: Span | null = null
  private paramsLevels = 0
  /** True where something cannot be passed over: a name that is no Unicode, or nesting beyond MAX_NESTING. */
  private broken = false

  constructor(private readonly json: JsonBytes) {}

  /** Reads the value that comes next. */
  field(field: Field): void {
    const { json } = this
    this.times.set(field, (this.times.get(field) ?? 0) + 1)
    json.peek()
    const start = json.at
    if (field === 'params') {
      this.paramsLevels = json.skip()
      this.params = { start, end: json.at }
    } else if (field === 'id') this.id = idText(json)
    else this[field] = json.scalar()
  }

  /** Passes over the value of a member that does not count. */
  other(): void {
    if (this.json.skip() > MAX_NESTING) this.broken = true
  }

  /** The name of a member is no Unicode: nothing of the object can be told. */
  noName(): void {
    this.broken = true
  }

  /** @param fields those that count: as a list a request is told by its length. */
  entry(fields: ReadonlySet<Field> = new Set(FIELDS)): Entry {
    if (this.broken) return { kind: 'unusable' }
    const once = (field: Field) => fields.has(field) && this.times.get(field) === 1
    const { method, id } = this
    const hasId = once('id') && id !== null
    const isCall = once('jsonrpc') && this.jsonrpc === '2.0' && once('method') && typeof method === 'string'
    const paramsAreText = !this.times.has('params') || (once('params') && this.isText(this.params))
    if (isCall && paramsAreText) {
      if (!hasId) return { kind: 'notification' }
      // Where nobody reads them they would be taken, however deep.
      if (this.paramsLevels > MAX_NESTING && !readsParams(method)) return { kind: 'unusable' }
      return { kind: 'call', method, params: this.params, id }
    }
    return hasId ? { kind: 'invalid', id } : { kind: 'unusable' }
  }

  private isText(span: Span | null): boolean {
    return span === null || isUtf8(this.json.bytes.subarray(span.start, span.end))
  }
}

function readObject(json: JsonBytes): Entry {
  const found = new Found(json)
  json.enter()
  for (let isFirst = true; json.next(CLOSE_OBJECT, isFirst); isFirst = false) {
    const name = json.name()
    const field = FIELDS.find((candidate) => candidate === name)
    if (name === null) found.noName()
    if (field) found.field(field)
    else found.other()
  }
  return found.entry()
}

/** By place: four values are a call, three a notification, one is an id. */
function readList(json: JsonBytes): Entry {
  const { at } = json
  const length = lengthOf(json)
  const fields = ([[], ['id'], [], ['jsonrpc', 'method', 'params'], FIELDS] as const)[length]
  if (!fields || fields.length === 0) return { kind: 'unusable' }
  json.at = at
  json.enter()
  const found = new Found(json)
  for (const [i, field] of fields.entries()) {
    json.next(CLOSE_LIST, i === 0)
    found.field(field)
  }
  const entry = found.entry(new Set(fields))
  return length === 4 && entry.kind !== 'call' ? { kind: 'unusable' } : entry
}

function lengthOf(json: JsonBytes): number {
  let length = 0
  json.enter()
  for (; json.next(CLOSE_LIST, length === 0); length++) json.skip()
  return length
}

/** The id as it is echoed; null where it is none that can be. */
function idText(json: JsonBytes): IdText | null {
  const id = json.scalar()
  if (id === null) return 'null'
  if (typeof id === 'string') return JSON.stringify(id)
  const isNumber = typeof id === 'number' || typeof id === 'bigint'
  return isNumber && id >= 0 && id < 2n ** 64n ? String(id) : null
}

/** False for an operation that takes any params, for it looks at none. */
function readsParams(method: string): boolean {
  return !isMethodName(method) || !methods[method].parameterless
}
