import { readOffset } from '../format/data-range'
import { type ByteFormat, readBytes, writeBytes } from '../format/typed-bytes'
import { MAX_FILTERS } from '../protocol/rpc/methods/getCompressedAccountsByOwner'
import type { UrlFilter } from './address'
import { type Search, valuesOf } from './query-params'

/* The filters of an address: `filter=<offset>:<base58>`, once for each. Interface 4.3. */

/** A filter that cannot be read, and which half of it is wrong. */
export interface RefusedFilter {
  ok: false
  text: string
  half: 'offset' | 'bytes'
  /** By the name in the address. */
  message: string
  /** About the half alone. */
  halfMessage: string
}

/** The filters of an address: those that can be sent, and what is wrong with it. */
export interface ReadFilters {
  filters: UrlFilter[]
  /** Null: there are not too many. */
  tooMany: string | null
  refused: RefusedFilter[]
}

/** Reads the filters of an address. */
export function readFilters(search: Search): ReadFilters {
  const texts = valuesOf(search, 'filter').filter((text) => text !== '')
  const tooMany =
    texts.length > MAX_FILTERS ? `must be given at most ${MAX_FILTERS} times; here are ${texts.length}` : null
  const filters: UrlFilter[] = []
  const refused: RefusedFilter[] = []
  // A hostile address may hold thousands: those far beyond the bound are not read.
  for (const text of texts.slice(0, 2 * MAX_FILTERS)) {
    const read = readFilter(text)
    if (read.ok) filters.push(read.filter)
    else refused.push(read)
  }
  return { filters, tooMany, refused }
}

function readFilter(text: string): { ok: true; filter: UrlFilter } | RefusedFilter {
  const refuse = (half: RefusedFilter['half'], about: string, halfMessage: string): RefusedFilter => ({
    ok: false,
    text,
    half,
    message: `must be <offset>:<base58>; in “${text.slice(0, 60)}” ${about}`,
    halfMessage,
  })
  const parts = text.split(':')
  const [offsetText = '', bytesText = ''] = parts
  if (parts.length !== 2) {
    const about = parts.length === 1 ? 'is no colon' : `are ${parts.length} parts`
    return refuse(parts.length === 1 ? 'offset' : 'bytes', about, 'must be one offset and one base58 text')
  }
  const offset = readOffset(offsetText)
  if (!offset.ok) return refuse('offset', `the offset ${offset.message}`, offset.message)
  const bytes = bytesAsSent('base58', bytesText)
  if (!bytes.ok) return refuse('bytes', `the bytes ${bytes.message}`, bytes.message)
  if (offsetText !== offsetText.trim() || bytesText !== bytes.base58) {
    return refuse('bytes', 'is white space', 'must have no white space around it')
  }
  return { ok: true, filter: { offset: offset.value, bytes: bytes.base58 } }
}

/** Typed bytes as the base58 that is sent. */
export function bytesAsSent(
  format: ByteFormat,
  text: string,
): { ok: true; base58: string } | { ok: false; message: string } {
  const read = readBytes(format, text)
  return read.ok ? { ok: true, base58: writeBytes('base58', read.bytes) ?? '' } : read
}
