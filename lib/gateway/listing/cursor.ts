import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import type { MethodName, Params } from '../../rpc/methods'
import { base58Bytes } from '../../rpc/primitives'
import { ProblemError } from '../../rpc/problem'
import { keyOf } from '../memory/canonical-key'
import { invalidParams } from '../problem'
import { MAX_CURSOR_CHARS } from '../upstream/integrity'
import { isListing, type ListingMethod, listingKind, type Order } from './kinds'
import type { OrderVerdict } from './order'

/*
 * The explorer's own cursor (design.md 5, "Owner listings"): base64url of
 *   version u8 · check 4 bytes · flags u8 · first page's slot · cursors · positions (earlier ones first, own last)
 *   slot: its number and one, 0 where it is not known
 *   cursors: count, then each: length·2 + kind, bytes      kind 1: text that is not canonical base58
 *   position: head u8 (verdict, whether a key follows) · rows before · cursor's number or 0 · key
 * Counts are LEB128. The check covers the listing's subject, the version and everything behind it, so that a cursor of
 * another listing and a damaged one are both refused. It is no signature: whoever forges a cursor deceives only himself.
 * Version 1 had no slot and left the version out of the check; its cursors stand in links and are still read.
 */

/** Where a page starts. */
export interface Position {
  /** The upstream cursor that its chunk is asked with; null: the first chunk. */
  upstream: string | null
  /** Sort key of the last row shown before; null: the page starts with its chunk. */
  after: Uint8Array | null
  /** What was known about the order before this chunk. */
  verdict: OrderVerdict
  /** Rows shown on the pages before. */
  rowsBefore: number
}

export interface ListingCursor {
  position: Position
  /** Earlier pages' positions, oldest first, without the first page's. */
  trail: readonly Position[]
  /** True when earlier positions were dropped, so that Previous ends before the first page. */
  trimmed: boolean
  /** Slot that the list's first page was answered at; null where it is not known. */
  firstSlot: number | null
}

/** Earlier positions that a cursor keeps. design.md 5. */
export const MAX_TRAIL = 12

/** Bytes that a cursor may take: long upstream cursors cost earlier positions instead. */
const MAX_BYTES = 1_400

const VERSION = 2
const VERSION_WITHOUT_SLOT = 1
const VERDICTS: readonly OrderVerdict[] = ['ordered', 'unproven', 'broken']
const TRIMMED = 1
const HAS_KEY = 4
/** Longer text is no cursor of ours: an upstream cursor of 512 characters, three bytes each, still fits. */
const MAX_CHARS = 4_000

const START: Position = { upstream: null, after: null, verdict: 'ordered', rowsBefore: 0 }

/** The start of a listing, as if a cursor stood for it. */
export const FIRST_PAGE: ListingCursor = { position: START, trail: [], trimmed: false, firstSlot: null }

/**
 * The cursor of the page behind this one, which starts at `position`.
 * @param slot the one that this page was answered at.
 */
export function cursorBehind(page: ListingCursor, position: Position, slot: number): ListingCursor {
  const { upstream, after } = page.position
  const isFirst = upstream === null && after === null
  const trail = isFirst ? [] : [...page.trail, page.position]
  return {
    position,
    trail: trail.slice(-MAX_TRAIL),
    trimmed: page.trimmed || trail.length > MAX_TRAIL,
    firstSlot: page.position.rowsBefore === 0 ? slot : page.firstSlot,
  }
}

/**
 * The cursor of a page that starts with its own first row for good, where newer rows push the first page on; null where
 * the indexer's cursors tell no order in which one could be made.
 * @param firstKey sort key of the row.
 * @param order the order that the indexer's own cursor was seen to continue in.
 */
export function cursorAt(method: ListingMethod, params: object, firstKey: Uint8Array, order: Order): string | null {
  const bytes = order.cursorAt?.(firstKey)
  if (!bytes) return null
  const position: Position = { upstream: base58.encode(bytes), after: null, verdict: 'ordered', rowsBefore: 0 }
  return encodeCursor(method, params, { position, trail: [], trimmed: false, firstSlot: null })
}

/** The text of a cursor. Earlier positions are dropped where it would grow too long. */
export function encodeCursor(method: ListingMethod, params: object, cursor: ListingCursor): string {
  const body = encodeBody(cursor)
  if (body.length > MAX_BYTES && cursor.trail.length > 0) {
    return encodeCursor(method, params, { ...cursor, trail: cursor.trail.slice(1), trimmed: true })
  }
  return Buffer.concat([Buffer.of(VERSION), check(method, params, VERSION, body), body]).toString('base64url')
}

/**
 * Reads a cursor of this listing.
 * @throws ProblemError invalid_params naming `cursor` for any other text.
 */
export function decodeCursor(method: ListingMethod, params: object, text: string): ListingCursor {
  const bytes = text.length <= MAX_CHARS ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
  const body = bytes.subarray(5)
  const version = bytes[0] ?? 0
  const known = version === VERSION || version === VERSION_WITHOUT_SLOT
  const own = known && bytes.toString('base64url') === text
  const sound = own && check(method, params, version, body).equals(bytes.subarray(1, 5))
  const cursor = sound ? decodeBody(method, version, body) : null
  if (cursor) return cursor
  const message = 'must be the cursor of an earlier answer to the same question'
  throw new ProblemError(invalidParams([{ name: 'cursor', message }]))
}

/** Where a page stands in its list, for its pager. */
export interface ListPlace {
  rowsBefore: number
  /** Cursor of the page before; null: Previous leads to the first page. */
  previous: string | null
  isFirst: boolean
  /** True when pages lie between the first page and the earliest one that Previous still reaches. */
  hasMoreBehindTrail: boolean
  /** Slot that the first page was answered at; null on the first page itself, or where it is not known. */
  firstSlot: number | null
}

/**
 * What the cursor in `params` tells about its page. No upstream call, no clock, no network.
 * @throws ProblemError invalid_params naming `cursor` when it is malformed or belongs to another listing.
 */
export function readCursor<M extends MethodName>(method: M, params: Params<M>): ListPlace {
  const text = 'cursor' in params ? params.cursor : null
  if (!isListing(method) || !text) {
    return { rowsBefore: 0, previous: null, isFirst: true, hasMoreBehindTrail: false, firstSlot: null }
  }
  const { position, trail, trimmed, firstSlot } = decodeCursor(method, params, text)
  const before = trail.at(-1)
  const earlier = before && { position: before, trail: trail.slice(0, -1), trimmed, firstSlot }
  return {
    rowsBefore: position.rowsBefore,
    previous: earlier ? encodeCursor(method, params, earlier) : null,
    isFirst: false,
    hasMoreBehindTrail: trimmed,
    firstSlot,
  }
}

/** Four bytes that belong to one listing and one content. The network is not in it: links change it. */
function check(method: ListingMethod, params: object, version: number, body: Uint8Array): Buffer {
  const subject = keyOf(method, listingKind(method).subject(params))
  const hash = createHash('sha256').update(subject).update('\0')
  if (version !== VERSION_WITHOUT_SLOT) hash.update(Uint8Array.of(version))
  return hash.update(body).digest().subarray(0, 4)
}

function encodeBody({ position, trail, trimmed, firstSlot }: ListingCursor): Buffer {
  const positions = [...trail, position]
  const cursors = [...new Set(positions.flatMap(({ upstream }) => upstream ?? []))]
  const slot = count(firstSlot === null ? 0 : firstSlot + 1)
  const parts = [Buffer.of(trimmed ? TRIMMED : 0), slot, count(cursors.length)]
  for (const cursor of cursors) {
    const bytes = canonicalBase58(cursor)
    const content = bytes ?? Buffer.from(cursor, 'utf8')
    parts.push(count(content.length * 2 + (bytes ? 0 : 1)), Buffer.from(content))
  }
  for (const { upstream, after, verdict, rowsBefore } of positions) {
    parts.push(Buffer.of(VERDICTS.indexOf(verdict) | (after ? HAS_KEY : 0)), count(rowsBefore))
    parts.push(count(upstream === null ? 0 : cursors.indexOf(upstream) + 1), Buffer.from(after ?? []))
  }
  return Buffer.concat(parts)
}

function decodeBody(method: ListingMethod, version: number, body: Buffer): ListingCursor | null {
  const read = new Reader(body)
  const flags = read.byte()
  const slot = version === VERSION_WITHOUT_SLOT ? 0 : read.count()
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
    const rowsBefore = read.count()
    const number = read.count()
    const after = head & HAS_KEY ? read.bytes(listingKind(method).keyBytes) : null
    const verdict = VERDICTS[head & 3]
    // Only a page that was made to stay put (cursorAt) has no rows before it and yet a place.
    const misplaced = rowsBefore === 0 && (positions.length > 0 || number === 0 || after !== null)
    if (verdict === undefined || head > 7 || number > cursors.length || misplaced) return null
    positions.push({ upstream: cursors[number - 1] ?? null, after, verdict, rowsBefore })
  }
  const position = positions.pop()
  const wellFormed = !read.failed && flags <= TRIMMED && positions.length <= MAX_TRAIL
  if (!wellFormed || !position || cursors.some((cursor) => cursor === '' || cursor.length > MAX_CURSOR_CHARS))
    return null
  return { position, trail: positions, trimmed: flags === TRIMMED, firstSlot: slot === 0 ? null : slot - 1 }
}

/** Bytes of base58 text that encodes back to the same text; null for any other. */
function canonicalBase58(text: string): Uint8Array | null {
  const bytes = base58Bytes(text)
  return bytes && base58.encode(bytes) === text ? bytes : null
}

/** A count as LEB128. Counts stay below 2^53: rows shown, slots, small lengths. */
function count(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  return Buffer.of(...bytes, rest)
}

/** Reads forward; past the end it fails for good and yields zeros. */
class Reader {
  failed = false
  #at = 0

  constructor(private readonly source: Buffer) {}

  get atEnd(): boolean {
    return this.#at >= this.source.length
  }

  byte(): number {
    const byte = this.source[this.#at++]
    if (byte === undefined) this.failed = true
    return byte ?? 0
  }

  bytes(length: number): Buffer {
    const bytes = this.source.subarray(this.#at, this.#at + length)
    this.#at += length
    if (bytes.length < length) this.failed = true
    return Buffer.from(bytes)
  }

  /** At most 8 bytes: a slot is below 2^53. */
  count(): number {
    let value = 0
    for (let i = 0, scale = 1; i < 8; i++, scale *= 128) {
      const byte = this.byte()
      value += (byte & 127) * scale
      if (byte < 128 && value <= Number.MAX_SAFE_INTEGER) return value
    }
    this.failed = true
    return 0
  }
}
