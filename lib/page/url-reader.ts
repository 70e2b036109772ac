import { base58 } from '@scure/base'
import type { InvalidParam } from '../api/problem'
import { parseLength, parseOffset } from '../format/data-range'
import { type ByteFormat, parseBytes } from '../format/typed-bytes'
import { PAGE_LIMIT_RULE, readPageLimit } from '../protocol/rpc/limit-text'
import { MAX_FILTERS } from '../protocol/rpc/methods/getCompressedAccountsByOwner'
import type { address } from '../protocol/rpc/primitives'
import { readSlot, SLOT_RULE } from '../protocol/rpc/slot-text'
import type { UrlFilter } from './address'

/**
 * Query parameters as Next.js passes them to a page, in a plain object: `__proto__=…` replaces its prototype, and an inherited
 * name (`constructor`) resolves to the inherited value. Read it with valuesOf() only.
 */
export type Search = Readonly<Record<string, unknown>>

export function valuesOf(search: Search, name: string): string[] {
  const value = Object.hasOwn(search, name) ? search[name] : undefined
  return [value].flat().filter((each) => typeof each === 'string')
}

export function firstOf(search: Search, name: string): string | null {
  return valuesOf(search, name)[0] || null
}

export function searchOf(searchParams: URLSearchParams): Search {
  const byName = new Map<string, string[]>()
  for (const [name, value] of searchParams) {
    const values = byName.get(name)
    if (values) values.push(value)
    else byName.set(name, [value])
  }
  return Object.fromEntries([...byName].map(([name, values]) => [name, values.length > 1 ? values : values[0]]))
}

/** `half`: which half of `<offset>:<rest>` is wrong. */
export interface InvalidPair {
  ok: false
  text: string
  half: 'offset' | 'rest'
  message: string
  halfMessage: string
}

function parsePair<T>(
  text: string,
  [form, noun]: readonly [form: string, noun: string],
  readRest: (text: string) => { ok: true; value: T } | { ok: false; message: string },
): { ok: true; offset: number; value: T } | InvalidPair {
  const refuse = (half: InvalidPair['half'], about: string, halfMessage: string): InvalidPair => {
    return { ok: false, text, half, message: `must be ${form}; in “${text.slice(0, 60)}” ${about}`, halfMessage }
  }
  const { length: parts, 0: offsetText = '', 1: restText = '' } = text.split(':')
  const both = `must be one offset and one ${noun === 'bytes' ? 'base58 text' : noun}`
  if (parts === 1) return refuse('offset', 'is no colon', both)
  if (parts !== 2) return refuse('rest', `are ${parts} parts`, both)
  const offset = parseOffset(offsetText)
  if (!offset.ok) return refuse('offset', `the offset ${offset.message}`, offset.message)
  const rest = readRest(restText)
  if (!rest.ok) return refuse('rest', `the ${noun} ${rest.message}`, rest.message)
  return /\s/.test(text)
    ? refuse('rest', 'is white space', 'must have no white space around it')
    : { ok: true, offset: offset.value, value: rest.value }
}

export function parseSlice(text: string) {
  return parsePair(text, ['<offset>:<length> in bytes', 'length'], parseLength)
}

/* `filter=<offset>:<base58>`, repeated. Interface 4.3. */

export interface FiltersResult {
  filters: UrlFilter[]
  tooMany: string | null
  refused: InvalidPair[]
}

export function readFilters(search: Search): FiltersResult {
  const texts = valuesOf(search, 'filter').filter((text) => text !== '')
  const tooMany =
    texts.length > MAX_FILTERS ? `must be given at most ${MAX_FILTERS} times; here are ${texts.length}` : null
  const filters: UrlFilter[] = []
  const refused: InvalidPair[] = []
  // Bounds the work for a hostile URL with thousands of filters.
  for (const text of texts.slice(0, 2 * MAX_FILTERS)) {
    const read = parsePair(text, ['<offset>:<base58>', 'bytes'], (bytes) => encodeBytesParam('base58', bytes))
    if (read.ok) filters.push({ offset: read.offset, bytes: read.value })
    else refused.push(read)
  }
  return { filters, tooMany, refused }
}

export function encodeBytesParam(
  format: ByteFormat,
  text: string,
): { ok: true; value: string } | { ok: false; message: string } {
  const read = parseBytes(format, text)
  return read.ok ? { ok: true, value: base58.encode(read.bytes) } : read
}

/*
 * A page's URL, parsed and checked, by proxy.ts for the status and by the page for its content. Unknown parameters are
 * ignored, because shared links gain some; known ones must be valid. design.md 4.3.
 */

export type UrlResult<T> = { ok: true; value: T } | { ok: false; invalid: InvalidParam[] }

export class UrlReader {
  private readonly invalid: InvalidParam[] = []

  constructor(private readonly search: Search) {}

  done<T>(value: T): UrlResult<T> {
    return this.invalid.length === 0 ? { ok: true, value } : { ok: false, invalid: this.invalid }
  }

  scalar(name: string, text: string, schema: typeof address): string {
    const result = schema.safeParse(text)
    if (!result.success) this.refuse(name, result.error.issues[0]?.message ?? 'is malformed')
    return text
  }

  /** A parameter that may occur once; null: absent or empty. */
  one(name: string): string | null {
    if (valuesOf(this.search, name).length > 1) this.refuse(name, 'must be given once')
    return firstOf(this.search, name)
  }

  all(name: string): string[] {
    return valuesOf(this.search, name)
  }

  /** null: absent, or invalid and then reported with `rule`. */
  parsed<T>(name: string, rule: string, parse: (text: string) => T | null): T | null {
    const text = this.one(name)
    const value = text === null ? null : parse(text)
    if (text !== null && value === null) this.refuse(name, rule)
    return value
  }

  limit(usual: number): number {
    return this.parsed('limit', PAGE_LIMIT_RULE, readPageLimit) ?? usual
  }

  filters(): UrlFilter[] {
    const { filters, tooMany, refused } = readFilters(this.search)
    const message = tooMany ?? refused[0]?.message
    if (message !== undefined) this.refuse('filter', message)
    return filters
  }

  slot(name: 'minSlot' | 'takenAt'): number | null {
    return this.parsed(name, SLOT_RULE, readSlot)
  }

  refuseAll(invalid: readonly InvalidParam[]): void {
    for (const { name, message } of invalid) this.refuse(name, message)
  }

  refuse(name: string, message: string): void {
    if (!this.invalid.some((other) => other.name === name)) this.invalid.push({ name, message })
  }
}
