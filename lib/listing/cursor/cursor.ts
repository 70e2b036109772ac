import { base58 } from '@scure/base'
import { invalidParams, ProblemError } from '../../api/problem'
import { keyOf } from '../../protocol/rpc/json'
import type { Order } from '../../protocol/rpc/list'
import { type ListMethod, listOf } from '../../protocol/rpc/methods'
import { base58Bytes } from '../../protocol/rpc/primitives'
import { minusOne } from '../../protocol/rpc/sort-key'
import { MAX_CURSOR_CHARS } from '../../upstream/indexer/integrity'
import type { Network } from '../../upstream/networks/networks'
import { cursorKey, NAME_BYTES, SIGNATURE_BYTES } from '../../upstream/networks/signing-key'
import { count, optional, Reader } from './cursor-bytes'
import type { OrderStatus } from './order'

/*
 * The explorer's own cursor (design.md 5, "Owner listings"): base64url of
 *   version u8 · name of a key 4 bytes · signature 16 bytes · body
 *   body: flags u8 · first page's slot · indexer · cursors · positions (earlier ones first, own last)
 *   slot: its number and one, 0 where it is not known
 *   indexer: number of the one of its network that answered; 0: not known, or it has no other
 *   cursors: count, then each: length·2 + kind, bytes      kind 1: text that is not canonical base58
 *   position: head u8 (order status, flags) · rows before and one, 0 where not known · cursor's number or 0 · key
 *     flags: 4 a key follows, 8 the list went on with another indexer, 16 the key is `behind` rather than `after`
 * Counts are LEB128. The signature covers the network, the listing's subject, the version and the body, and neither a time
 * nor a random part: explorers with one key write the same text.
 *
 * What our key signed is believed. A cursor that names our key and is not signed by it is refused. One of another key gives
 * a place and nothing more: an indexer is asked for it only in a form that indexers of this list give (kinds.ts), and
 * nothing is claimed of what lies before it. Versions 1 and 2, unsigned, are refused like any other text.
 */

/** Where a page starts. */
export interface Position {
  /** The upstream cursor that its chunk is requested with; null: the first chunk. */
  upstream: string | null
  /** Sort key of the last row shown before; null: the page starts with its chunk. */
  after: Uint8Array | null
  /** What was known about the order before this chunk. */
  orderStatus: OrderStatus
  /** Rows shown on the pages before; null where it is not known. */
  rowsBefore: number | null
  /** Sort key of the last row shown before where the page starts with its chunk: in networks of several indexers. */
  behind?: Uint8Array
  /** True where the rows before came from another indexer than the one that the place is in. */
  moved?: true
}

/** What our own cursor says of a page: its place in the indexer's list, and what was proven before it. */
export interface ListingCursor {
  position: Position
  /** Earlier pages' positions, oldest first, without the first page's. */
  trail: readonly Position[]
  /** Slot that the list's first page was answered at; null where it is not known. */
  firstSlot: number | null
  /** Number of the network's indexer that answered; null where it is not known, or the network has no other. */
  indexer: number | null
  /** True where an explorer with our key gave it; false: it gives its place alone. */
  given: boolean
  /** Slot that the indexer must have reached before it is asked for a place that we did not give; null: any will do. */
  placeSlot: number | null
}

/** Earlier positions that a cursor holds. design.md 5. */
export const MAX_TRAIL = 12

/** Bytes that a cursor may take: long upstream cursors cost earlier positions instead. */
export const MAX_BYTES = 1_400

const VERSION = 3
const ORDER_STATUSES: readonly OrderStatus[] = ['ordered', 'unproven', 'broken', 'joined']
/** The first byte is 0; earlier versions wrote 1 where earlier positions had been dropped. */
const MAX_FLAGS = 1
const HAS_KEY = 4
const MOVED = 8
const IS_BEHIND = 16
const MAX_HEAD = 31
/** Longer text is no cursor of ours: an upstream cursor of 512 characters, three bytes each, still fits. */
export const MAX_CHARS = 4_000

const START: Position = { upstream: null, after: null, orderStatus: 'ordered', rowsBefore: 0 }

/** The start of a listing, in a cursor's form. */
export const FIRST_PAGE: ListingCursor = {
  position: START,
  trail: [],
  firstSlot: null,
  indexer: null,
  given: true,
  placeSlot: null,
}

/**
 * The cursor of the page behind this one, which starts at `position`. The indexer has answered for this page, so its place
 * may be signed too.
 * @param slot the one that this page was answered at.
 * @param indexer number of the one that answered; null: there is no other.
 */
export function cursorBehind(
  page: ListingCursor,
  position: Position,
  slot: number,
  indexer: number | null = null,
): ListingCursor {
  const { upstream, after } = page.position
  const isFirst = upstream === null && after === null
  const trail = isFirst ? [] : [...page.trail, page.position]
  return {
    ...page,
    position,
    indexer,
    trail: trail.slice(-MAX_TRAIL),
    firstSlot: page.position.rowsBefore === 0 ? slot : page.firstSlot,
  }
}

/**
 * The cursor of a page that keeps starting with its own first row while newer rows push the first page on; null where
 * the indexer's cursors show no order in which one could be made.
 * @param firstKey sort key of the row.
 * @param order the order that the indexer's own cursor was seen to continue in.
 */
export function cursorAt(
  network: Network,
  method: ListMethod,
  params: object,
  firstKey: Uint8Array,
  order: Order,
): string | null {
  if (listOf(method).chunked) return null
  const bytes = order.cursorOf(minusOne(order.ofKey(firstKey)))
  const position: Position = { upstream: base58.encode(bytes), after: null, orderStatus: 'ordered', rowsBefore: 0 }
  return encodeCursor(network, method, params, { ...FIRST_PAGE, position })
}

/** The text of a cursor, signed. Earlier positions are dropped where it would grow too long. */
export function encodeCursor(network: Network, method: ListMethod, params: object, cursor: ListingCursor): string {
  const body = encodeBody(cursor)
  if (body.length > MAX_BYTES && cursor.trail.length > 0) {
    return encodeCursor(network, method, params, { ...cursor, trail: cursor.trail.slice(1) })
  }
  const key = cursorKey()
  const signature = key.sign(...signed(network, method, params, body))
  return Buffer.concat([Buffer.of(VERSION), key.name, signature, body]).toString('base64url')
}

/**
 * Reads a cursor of this listing; whether the indexer has reached a place that we did not give (`placeSlot`) is not checked.
 * @throws ProblemError invalid_params naming `cursor` for any other text.
 */
export function decodeCursor(network: Network, method: ListMethod, params: object, text: string): ListingCursor {
  const bytes = text.length <= MAX_CHARS ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
  const own = bytes.toString('base64url') === text
  const cursor = own ? readBytes(network, method, params, bytes) : null
  if (cursor) return cursor
  throw notOfThisList()
}

/** The refusal of a cursor: it is not one of this list, or leads to a place that the list does not have. */
export function notOfThisList(): ProblemError {
  const message = 'must be a cursor from an earlier page of the same list'
  return new ProblemError(invalidParams([{ name: 'cursor', message }]))
}

/**
 * Refuses a place that we did not give while the indexer has not reached its slot.
 * @param newest slot that the indexer was seen at.
 * @throws ProblemError invalid_params naming `cursor`
 */
export function refuseAhead({ placeSlot }: ListingCursor, newest: number): void {
  if (placeSlot !== null && placeSlot > newest) throw notOfThisList()
}

/** Where a page stands in its list, for its pager. */
export interface ListPlace {
  /** Rows on the pages before; null where it is not known. */
  rowsBefore: number | null
  /** Cursor of the page before; null: Previous leads to the first page. */
  previous: string | null
  isFirst: boolean
  /** Slot that the first page was answered at; null on the first page itself, or where it is not known. */
  firstSlot: number | null
}

/** A cursor, believed as far as its signature goes; null where it is none of this listing. */
function readBytes(network: Network, method: ListMethod, params: object, bytes: Buffer): ListingCursor | null {
  if (bytes[0] !== VERSION) return null
  const key = cursorKey()
  const signature = bytes.subarray(1 + NAME_BYTES, 1 + NAME_BYTES + SIGNATURE_BYTES)
  const body = bytes.subarray(1 + NAME_BYTES + SIGNATURE_BYTES)
  const isOurs = key.name.equals(bytes.subarray(1, 1 + NAME_BYTES))
  if (!isOurs) return placeAlone(method, decodeBody(method, body))
  return key.signed(signature, ...signed(network, method, params, body)) ? decodeBody(method, body) : null
}

/** What is left of an untrusted cursor: where it leads; null where no indexer may be asked for that. */
function placeAlone(method: ListMethod, cursor: ListingCursor | null): ListingCursor | null {
  if (!cursor) return null
  const { upstream, after } = cursor.position
  // The start of a list is no place in it.
  if (upstream === null && after === null) return null
  const bytes = upstream === null ? null : base58Bytes(upstream)
  const read = bytes && listOf(method).strangers(bytes)
  if (upstream !== null && !read) return null
  const position: Position = { upstream: bytes && base58.encode(bytes), after, orderStatus: 'joined', rowsBefore: null }
  return { ...FIRST_PAGE, position, given: false, placeSlot: read?.slot ?? null }
}

/** What a signature covers: the content of a cursor, and which list of which network it belongs to. */
function signed(network: Network, method: ListMethod, params: object, body: Uint8Array): (string | Uint8Array)[] {
  const subject = keyOf('cursor', VERSION, network.name, method, listOf(method).subject(params))
  return [subject, '\0', body]
}

function encodeBody({ position, trail, firstSlot, indexer }: ListingCursor): Buffer {
  const positions = [...trail, position]
  const cursors = [...new Set(positions.flatMap(({ upstream }) => upstream ?? []))]
  const parts = [Buffer.of(0), optional(firstSlot), optional(indexer), count(cursors.length)]
  for (const cursor of cursors) {
    const bytes = canonicalBase58(cursor)
    const content = bytes ?? Buffer.from(cursor, 'utf8')
    parts.push(count(content.length * 2 + (bytes ? 0 : 1)), Buffer.from(content))
  }
  for (const { upstream, after, orderStatus, rowsBefore, behind, moved } of positions) {
    const key = after ?? behind
    const flags = (key ? HAS_KEY : 0) | (moved ? MOVED : 0) | (key && !after ? IS_BEHIND : 0)
    parts.push(Buffer.of(ORDER_STATUSES.indexOf(orderStatus) | flags), optional(rowsBefore))
    parts.push(count(upstream === null ? 0 : cursors.indexOf(upstream) + 1), Buffer.from(key ?? []))
  }
  return Buffer.concat(parts)
}

function decodeBody(method: ListMethod, body: Buffer): ListingCursor | null {
  const read = new Reader(body)
  const flags = read.byte()
  const firstSlot = read.optional()
  const indexer = read.optional()
  const cursors: string[] = []
  for (let left = read.count(); left > 0 && !read.failed; left--) {
    const head = read.count()
    const length = Math.floor(head / 2)
    if (length > MAX_CURSOR_CHARS) return null
    const content = read.bytes(length)
    cursors.push(head % 2 === 1 ? content.toString('utf8') : base58.encode(content))
  }
  const positions: Position[] = []
  while (!read.failed && !read.atEnd) {
    const head = read.byte()
    const rowsBefore = read.optional()
    const number = read.count()
    const key = head & HAS_KEY ? read.bytes(listOf(method).keyBytes) : null
    const isBehind = (head & IS_BEHIND) !== 0
    const after = isBehind ? null : key
    const orderStatus = ORDER_STATUSES[head & 3]
    // Only a page that was made to stay put (cursorAt) has no rows before it and yet a place.
    const misplaced = rowsBefore === 0 && (positions.length > 0 || number === 0 || after !== null)
    if (orderStatus === undefined || head > MAX_HEAD || number > cursors.length || misplaced) return null
    const more = { ...(isBehind && key && { behind: key }), ...(head & MOVED && { moved: true as const }) }
    positions.push({ upstream: cursors[number - 1] ?? null, after, orderStatus, rowsBefore, ...more })
  }
  const position = positions.pop()
  const wellFormed = !read.failed && flags <= MAX_FLAGS && positions.length <= MAX_TRAIL
  if (!wellFormed || !position || cursors.some((cursor) => cursor === '' || cursor.length > MAX_CURSOR_CHARS))
    return null
  return { ...FIRST_PAGE, position, trail: positions, firstSlot, indexer }
}

/** Bytes of base58 text that encodes back to the same text; null for any other. */
function canonicalBase58(text: string): Uint8Array | null {
  const bytes = base58Bytes(text)
  return bytes && base58.encode(bytes) === text ? bytes : null
}
