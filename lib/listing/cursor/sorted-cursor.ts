import { keyOf } from '../../protocol/rpc/json'
import { type ListMethod, listOf, type Params } from '../../protocol/rpc/methods'
import { type Indexer, indexersOf, type Network } from '../../upstream/networks/networks'
import { cursorKey, NAME_BYTES, SIGNATURE_BYTES } from '../../upstream/networks/signing-key'
import type { CellValue } from '../address/column-values'
import { type Sort, sortText } from '../address/columns'
import { MAX_BYTES, MAX_CHARS, MAX_TRAIL, notOfThisList } from './cursor'
import { count, optional, Reader } from './cursor-bytes'
import { sliceOf } from './slice'

/*
 * The cursor of a list that is sorted as a whole: where its last row stands by the sorted column and, among equals, by its
 * own key. It finds the place after that row, and any others, were consumed. base64url of
 *   version u8 · name of a key 4 bytes · signature 16 bytes · body
 *   body: sort as text · first page's slot · in version 5 the indexer · places (earlier ones first, own last)
 *   indexer: twice its number, and one where rows of earlier pages were another one's: in networks of several
 *   place: rows before and one, 0 where not known · kind u8 · cell · key      kind 0: empty, 1: integer, 2: text
 * Texts and integers begin with their length. The signature covers what that of other cursors does (cursor.ts), and the
 * sort and the slice, on which cells depend: with another sort it is refused. One of another key gives its place alone.
 */

/** A row of a sorted list as a place: the page starts behind it. */
export interface SortedPlace {
  cell: CellValue
  /** Sort key of the list's own order. */
  key: Uint8Array
  /** Rows up to it, itself among them, when its page was answered; null where that is not known. */
  rowsBefore: number | null
}

/** What the cursor of a sorted list says of its page. */
export interface SortedCursor {
  place: SortedPlace
  /** Earlier pages' places, oldest first, without the first page's. */
  trail: readonly SortedPlace[]
  /** Slot that the first page was answered at; null where it is not known. */
  firstSlot: number | null
  /** True where an explorer with our key gave it. */
  given: boolean
  /** Number of the indexer whose list it is a place of; absent where its network has no other. */
  indexer?: number
  /** True where rows of earlier pages were another indexer's. */
  moved?: true
}

/** The first byte of a cursor of a sorted list; and of one that names its indexer. */
const VERSION = 4
const VERSION_OF_SEVERAL = 5

const EMPTY = 0
const INTEGER = 1
const TEXT = 2

/** Longest text of a cell: identifiers are no longer, four bytes a character. */
const MAX_TEXT_BYTES = 2_048

/** A u64 is the greatest integer of a cell. */
const MAX_INTEGER_BYTES = 8

/** Why a sorted list is not proven to be whole whose pages came from several indexers. */
export const MOVED = 'pages before were those of another indexer, which failed, so rows may be missing between them'

/** True for a place in a list of which rows were shown by another indexer. */
export function isMovedTo(indexer: Indexer, cursor: SortedCursor): boolean {
  return cursor.moved === true || (cursor.indexer !== undefined && cursor.indexer !== indexer.number)
}

/** What the cursor of an indexer's sorted list says of it; nothing where its network has no other. */
export function sourceOf(indexer: Indexer, moved: boolean): Pick<SortedCursor, 'indexer' | 'moved'> {
  if (indexersOf(indexer.network).length === 1) return {}
  return { indexer: indexer.number, ...(moved && { moved: true as const }) }
}

/** The text of a cursor, signed. Earlier places are dropped where it would grow too long. */
export function encodeSortedCursor<M extends ListMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  sort: Sort,
  cursor: SortedCursor,
): string {
  const { place, trail, firstSlot, indexer, moved } = cursor
  const places = [...trail.slice(-MAX_TRAIL), place].map(encodePlace)
  const version = indexer === undefined ? VERSION : VERSION_OF_SEVERAL
  const source = indexer === undefined ? Buffer.alloc(0) : count(indexer * 2 + Number(moved === true))
  const head = Buffer.concat([textOf(sortText(sort)), optional(firstSlot), source])
  while (places.length > 1 && places.reduce((bytes, { length }) => bytes + length, head.length) > MAX_BYTES) {
    places.shift()
  }
  const body = Buffer.concat([head, ...places])
  const key = cursorKey()
  const signature = key.sign(...signed(network, method, params, sort, version, body))
  return Buffer.concat([Buffer.of(version), key.name, signature, body]).toString('base64url')
}

/** True for the text of a cursor of a sorted list, as far as its first byte says. */
export function isSortedCursor(text: string): boolean {
  const [version] = Buffer.from(text.slice(0, 4), 'base64url')
  return version === VERSION || version === VERSION_OF_SEVERAL
}

/**
 * Reads a cursor of this list in this order.
 * @throws ProblemError invalid_params naming `cursor` for any other text.
 */
export function decodeSortedCursor<M extends ListMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  sort: Sort,
  text: string,
): SortedCursor {
  const bytes = text.length <= MAX_CHARS ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
  const version = bytes[0] === VERSION_OF_SEVERAL ? VERSION_OF_SEVERAL : VERSION
  if (bytes.toString('base64url') !== text || bytes[0] !== version) throw notOfThisList()
  const key = cursorKey()
  const [nameEnd, signatureEnd] = [1 + NAME_BYTES, 1 + NAME_BYTES + SIGNATURE_BYTES]
  const body = bytes.subarray(signatureEnd)
  const given = key.name.equals(bytes.subarray(1, nameEnd))
  const signature = bytes.subarray(nameEnd, signatureEnd)
  if (given && !key.signed(signature, ...signed(network, method, params, sort, version, body))) throw notOfThisList()
  const cursor = decodeBody(method, sort, version, body)
  if (!cursor) throw notOfThisList()
  if (given) return { ...cursor, given }
  return { place: { ...cursor.place, rowsBefore: null }, trail: [], firstSlot: null, given }
}

function signed<M extends ListMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  sort: Sort,
  version: number,
  body: Uint8Array,
): (string | Uint8Array)[] {
  const subject = listOf(method).subject(params)
  return [keyOf('cursor', version, network.name, method, subject, sortText(sort), sliceOf(params)), '\0', body]
}

function encodePlace({ cell, key, rowsBefore }: SortedPlace): Buffer {
  return Buffer.concat([optional(rowsBefore), encodeCell(cell), key])
}

function encodeCell(cell: CellValue): Buffer {
  if (cell === null) return Buffer.of(EMPTY)
  if (typeof cell === 'string') return Buffer.concat([Buffer.of(TEXT), textOf(cell)])
  const hex = cell.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return Buffer.concat([Buffer.of(INTEGER), count(bytes.length), bytes])
}

function textOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  return Buffer.concat([count(bytes.length), bytes])
}

function decodeBody(method: ListMethod, sort: Sort, version: number, body: Buffer): Omit<SortedCursor, 'given'> | null {
  const read = new Reader(body)
  const by = readText(read)
  const firstSlot = read.optional()
  const source = version === VERSION ? null : read.count()
  const trail: SortedPlace[] = []
  while (!read.failed && !read.atEnd) {
    const rowsBefore = read.optional()
    const cell = readCell(read)
    trail.push({ rowsBefore, cell, key: read.bytes(listOf(method).keyBytes) })
  }
  const place = trail.pop()
  if (read.failed || by !== sortText(sort) || !place || trail.length > MAX_TRAIL) return null
  if (source === null) return { place, trail, firstSlot }
  const moved = source % 2 === 1 && { moved: true as const }
  return { place, trail, firstSlot, indexer: Math.floor(source / 2), ...moved }
}

function readCell(read: Reader): CellValue {
  const kind = read.byte()
  if (kind === TEXT) return readText(read)
  if (kind === INTEGER) {
    const length = read.count()
    if (length > 0 && length <= MAX_INTEGER_BYTES) return BigInt(`0x${read.bytes(length).toString('hex') || '0'}`)
  }
  if (kind !== EMPTY) read.failed = true
  return null
}

function readText(read: Reader): string {
  const length = read.count()
  if (length > MAX_TEXT_BYTES) read.failed = true
  return read.failed ? '' : read.bytes(length).toString('utf8')
}
