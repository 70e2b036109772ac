import { base58 } from '@scure/base'
import { invalidParams, ProblemError } from '../../api/problem'
import type { UrlSlice } from '../../page/address'
import { canonicalKey } from '../../protocol/rpc/json'
import type { RowOrder } from '../../protocol/rpc/list'
import { type ListMethod, listOf, type Params } from '../../protocol/rpc/methods'
import { base58Bytes } from '../../protocol/rpc/primitives'
import { decrementBytes } from '../../protocol/rpc/sort-key'
import { MAX_CURSOR_CHARS } from '../../upstream/indexer/integrity'
import type { Network } from '../../upstream/networks/networks'
import type { CellValue } from '../address/column-values'
import { type Sort, sortText } from '../address/columns'
import type { OrderStatus } from './order'
import { CursorBody, readSigned, versionOf, writeSigned } from './signed-text'

/*
 * Cursor bodies (design.md 5, "Owner listings"); signed-text.ts has the envelope.
 *
 * Version 3, a place in the list's own order:
 *   0 u8 · first page's slot · indexer · cursors · positions (earlier ones first, own last)
 *   indexer: its number in the network; unknown where it is the only one
 *   cursors: count, then each: length·2 + kind, bytes; kind 1: text that is not canonical base58
 *   position: head u8 (order status, flags) · rows before · cursor's number or 0 · key
 *     flags: 4 a key follows, 8 the list continued on another indexer, 16 the key is `behind` rather than `after`
 * Of a cursor with another key only the place is used, if indexers of this list could have sent it (List.strangers).
 *
 * Versions 4 and 5, a place in a sorted list, which survives its rows being consumed:
 *   sort as text · first page's slot · in version 5 the indexer · places (earlier ones first, own last)
 *   indexer: twice its number, plus one where earlier rows were another one's
 *   place: rows before · kind u8 (0 empty, 1 integer, 2 text) · cell · key
 *
 * Counts are LEB128; optional ones are value + 1, 0: unknown. Texts and integers follow their length.
 */

export interface Position {
  upstream: string | null
  /** Sort key of the last row before; null: the page starts with its chunk. */
  after: Uint8Array | null
  orderStatus: OrderStatus
  rowsBefore: number | null
  /** Like `after`, for a page that starts with its chunk, so that another indexer can continue. */
  behind?: Uint8Array
  moved?: true
}

export interface SortedPlace {
  cell: CellValue
  key: Uint8Array
  rowsBefore: number | null
}

interface PageCursor<P> {
  position: P
  /** Places of earlier pages, oldest first, without the first page. */
  trail: readonly P[]
  firstSlot: number | null
  /** Null: unknown, or the network has only one. */
  indexer: number | null
  /** Signed with our key; otherwise only the place is used. */
  given: boolean
}

export interface ListingCursor extends PageCursor<Position> {
  /** An unsigned place is sent only once the indexer has reached this slot; null: at any time. */
  placeSlot: number | null
}

export interface SortedCursor extends PageCursor<SortedPlace> {
  sort: Sort
  moved: boolean
  placeSlot?: null
}

type CursorIn<S> = ListingCursor | (S extends Sort ? SortedCursor : never)

export const MAX_TRAIL = 12

/** If upstream cursors are long, fewer earlier places are kept. */
export const MAX_CURSOR_BYTES = 1_400

const OWN_ORDER = 3
const SORTED = 4
const SORTED_OF_SEVERAL = 5

const ORDER_STATUSES: readonly OrderStatus[] = ['ordered', 'unproven', 'broken', 'joined']
const HAS_KEY = 4
const MOVED_ON = 8
const IS_BEHIND = 16
const MAX_HEAD = 31

const EMPTY = 0
const INTEGER = 1
const TEXT = 2

const MAX_CELL_BYTES = 2_048

const MAX_INTEGER_BYTES = 8

export const FIRST_PAGE: ListingCursor = {
  position: { upstream: null, after: null, orderStatus: 'ordered', rowsBefore: 0 },
  trail: [],
  firstSlot: null,
  indexer: null,
  given: true,
  placeSlot: null,
}

export function sliceOf<M extends ListMethod>(params: Params<M>): UrlSlice | null {
  return 'dataSlice' in params ? (params.dataSlice ?? null) : null
}

/** For the page after this one. The indexer has answered, so its place may be signed. @param slot of the answer */
export function cursorBehind(
  page: ListingCursor,
  position: Position,
  slot: number,
  indexer: number | null = null,
): ListingCursor {
  const { upstream, after, rowsBefore } = page.position
  const isFirst = upstream === null && after === null
  return {
    ...page,
    position,
    indexer,
    trail: isFirst ? [] : [...page.trail, page.position],
    firstSlot: rowsBefore === 0 ? slot : page.firstSlot,
  }
}

/** For the page that begins with this row, however many rows come before it later. Null: unknown order. */
export function cursorAt(
  network: Network,
  method: ListMethod,
  params: object,
  firstKey: Uint8Array,
  order: RowOrder,
): string | null {
  if (listOf(method).chunked) return null
  const bytes = order.cursorOf(decrementBytes(order.ofKey(firstKey)))
  const position: Position = { upstream: base58.encode(bytes), after: null, orderStatus: 'ordered', rowsBefore: 0 }
  return encodeCursor(network, method, params, { ...FIRST_PAGE, position })
}

export function encodeCursor(
  network: Network,
  method: ListMethod,
  params: object,
  cursor: ListingCursor | SortedCursor,
): string {
  const isSorted = 'sort' in cursor
  const version = !isSorted ? OWN_ORDER : cursor.indexer === null ? SORTED : SORTED_OF_SEVERAL
  const subject = subjectOf(version, network, method, params, isSorted ? cursor.sort : null)
  for (let left = MAX_TRAIL; ; left = Math.min(left, cursor.trail.length) - 1) {
    const trail = left > 0 ? cursor.trail.slice(-left) : []
    const body = new CursorBody(null, wrongListError)
    if (isSorted) sortedBody(method, body, version, { ...cursor, trail: trail as SortedPlace[] })
    else ownBody(method, body, { ...cursor, trail: trail as Position[] })
    const { written } = body
    if (written.length <= MAX_CURSOR_BYTES || trail.length === 0) return writeSigned(version, subject, written)
  }
}

/** Does not check `placeSlot`. @throws ProblemError invalid_params naming `cursor` */
export function decodeCursor<S extends Sort | null = null>(
  network: Network,
  method: ListMethod,
  params: object,
  text: string,
  sort: S | null = null,
): CursorIn<S> {
  const version = versionOf(text)
  const by = version === SORTED || version === SORTED_OF_SEVERAL ? sort : null
  if (sort?.created && !by) throw wrongListError()
  const signed = readSigned(by ? version : OWN_ORDER, subjectOf(version, network, method, params, by), text)
  if (!signed) throw wrongListError()
  const body = new CursorBody(signed.body, wrongListError)
  const start = { trail: [], firstSlot: null, indexer: null, given: true }
  const cursor = by
    ? sortedBody(method, body, version, { ...start, sort: by, position: NO_PLACE, moved: false })
    : ownBody(method, body, FIRST_PAGE)
  return (signed.given ? cursor : placeAlone(method, cursor)) as CursorIn<S>
}

export function wrongListError(): ProblemError {
  const message = 'must be a cursor from an earlier page of the same list'
  return new ProblemError(invalidParams([{ name: 'cursor', message }]))
}

/** @param newest slot that the indexer is known to have reached */
export function assertSlotReached({ placeSlot = null }: ListingCursor | SortedCursor, newest: number): void {
  if (placeSlot !== null && placeSlot > newest) throw wrongListError()
}

export interface ListPlace {
  rowsBefore: number | null
  previous: string | null
  isFirst: boolean
  firstSlot: number | null
}

/** Reduces an unsigned cursor to its place. @throws ProblemError if it cannot belong to this list */
function placeAlone(method: ListMethod, cursor: ListingCursor | SortedCursor): ListingCursor | SortedCursor {
  if ('sort' in cursor) {
    const position = { ...cursor.position, rowsBefore: null }
    return { ...cursor, position, trail: [], firstSlot: null, indexer: null, moved: false, given: false }
  }
  const { upstream, after } = cursor.position
  if (upstream === null && after === null) throw wrongListError()
  const bytes = upstream === null ? null : base58Bytes(upstream)
  const read = bytes && listOf(method).parseUntrustedCursor(bytes)
  if (upstream !== null && !read) throw wrongListError()
  const position: Position = { upstream: bytes && base58.encode(bytes), after, orderStatus: 'joined', rowsBefore: null }
  return { ...FIRST_PAGE, position, given: false, placeSlot: read?.slot ?? null }
}

/** Places depend on sort and slice, so cursors are valid for these only. */
function subjectOf(version: number, network: Network, method: ListMethod, params: object, sort: Sort | null): string {
  const subject = listOf(method).subject(params)
  const { since, until } = sort?.created ?? {}
  const range = sort?.created ? [since, until] : []
  const sorted = sort ? [sortText(sort), sliceOf(params as Params<ListMethod>), ...range] : []
  return canonicalKey('cursor', version, network.name, method, subject, ...sorted)
}

function ownBody(
  method: ListMethod,
  body: CursorBody,
  { position, trail, firstSlot, indexer }: ListingCursor,
): ListingCursor {
  // Earlier versions wrote 1 if they had dropped earlier positions.
  body.check(body.byte(0) <= 1)
  const about = { firstSlot: body.optional(firstSlot), indexer: body.optional(indexer) }
  const positions = [...trail, position]
  const known = [...new Set(positions.flatMap(({ upstream }) => upstream ?? []))]
  const cursors: string[] = []
  for (let left = body.count(known.length); left > 0; left--)
    cursors.push(upstreamIn(body, known[cursors.length] ?? ''))
  const places = body.rest(positions, (place, i) => positionIn(method, body, cursors, place ?? FIRST_PAGE.position, i))
  return { ...FIRST_PAGE, ...ownPlace(places, body), ...about }
}

function upstreamIn(body: CursorBody, text: string): string {
  const bytesOf = base58Bytes(text)
  const known = bytesOf && base58.encode(bytesOf) === text ? bytesOf : null
  const content = known ?? Buffer.from(text, 'utf8')
  const head = body.count(content.length * 2 + (known ? 0 : 1))
  body.check(head <= 2 * MAX_CURSOR_CHARS + 1)
  const bytes = body.bytes(Math.floor(head / 2), content)
  const cursor = head % 2 === 1 ? bytes.toString('utf8') : base58.encode(bytes)
  body.check(cursor !== '' && cursor.length <= MAX_CURSOR_CHARS)
  return cursor
}

function positionIn(
  method: ListMethod,
  body: CursorBody,
  cursors: readonly string[],
  { upstream, after, behind, orderStatus, rowsBefore, moved }: Position,
  index: number,
): Position {
  const own = after ?? behind
  const flags = (own ? HAS_KEY : 0) | (moved ? MOVED_ON : 0) | (own && !after ? IS_BEHIND : 0)
  const head = body.byte(ORDER_STATUSES.indexOf(orderStatus) | flags)
  const rows = body.optional(rowsBefore)
  const number = body.count(upstream === null ? 0 : cursors.indexOf(upstream) + 1)
  const key = head & HAS_KEY ? body.bytes(listOf(method).keyBytes, own ?? Buffer.alloc(0)) : null
  const isBehind = (head & IS_BEHIND) !== 0
  // Only cursors of cursorAt() have no rows before them.
  const misplaced = rows === 0 && (index > 0 || number === 0 || (key !== null && !isBehind))
  body.check(head <= MAX_HEAD && number <= cursors.length && !misplaced)
  return {
    upstream: cursors[number - 1] ?? null,
    after: isBehind ? null : key,
    orderStatus: ORDER_STATUSES[head & 3] as OrderStatus,
    rowsBefore: rows,
    ...(isBehind && key && { behind: key }),
    ...(head & MOVED_ON && { moved: true as const }),
  }
}

function ownPlace<P>(places: readonly P[], body: CursorBody): { position: P; trail: P[] } {
  body.check(places.length > 0 && places.length <= MAX_TRAIL + 1)
  return { position: places.at(-1) as P, trail: places.slice(0, -1) }
}

function sortedBody(method: ListMethod, body: CursorBody, version: number, cursor: SortedCursor): SortedCursor {
  const { sort, trail, position, indexer, moved } = cursor
  body.check(body.sized(MAX_CELL_BYTES, Buffer.from(sortText(sort))).toString('utf8') === sortText(sort))
  const firstSlot = body.optional(cursor.firstSlot)
  const source = version === SORTED ? null : body.count((indexer ?? 0) * 2 + Number(moved))
  const places = body.rest<SortedPlace>([...trail, position], ({ rowsBefore, cell, key } = NO_PLACE) => ({
    rowsBefore: body.optional(rowsBefore),
    cell: cellIn(body, cell),
    key: body.bytes(listOf(method).keyBytes, key),
  }))
  const by = { indexer: source === null ? null : Math.floor(source / 2), moved: source !== null && source % 2 === 1 }
  return { sort, ...ownPlace(places, body), firstSlot, ...by, given: true }
}

const NO_PLACE: SortedPlace = { rowsBefore: null, cell: null, key: Buffer.alloc(0) }

function cellIn(body: CursorBody, cell: CellValue): CellValue {
  const kind = body.byte(cell === null ? EMPTY : typeof cell === 'string' ? TEXT : INTEGER)
  if (kind === TEXT) return body.sized(MAX_CELL_BYTES, Buffer.from(String(cell))).toString('utf8')
  body.check(kind === INTEGER || kind === EMPTY)
  if (kind !== INTEGER) return null
  const hex = (cell ?? 0).toString(16)
  const bytes = body.sized(MAX_INTEGER_BYTES, Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'))
  body.check(bytes.length > 0)
  return BigInt(`0x${bytes.toString('hex') || '0'}`)
}
