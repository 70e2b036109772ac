import { createHash } from 'node:crypto'
import type { MethodName, Params, Result } from '../../rpc/methods'
import { base58Bytes } from '../../rpc/primitives'

/** The operations that are listed page by page. */
export type ListingMethod = Extract<
  MethodName,
  'getCompressedAccountsByOwner' | 'getCompressedTokenAccountsByDelegate' | 'getLatestCompressionSignatures'
>

type Row<M extends ListingMethod> = Result<M>['value']['items'][number]

/** Where a row stands in its listing: bytes that ascend, byte by byte, in the order that the listing shows. */
export interface SortKey {
  bytes: Uint8Array
  /** False where an identifier was not base58 of its length: then the bytes name the row, but prove no order. */
  exact: boolean
}

/** An order in which an indexer may continue, told by the length of its cursor. design.md 5. */
export interface Order {
  /** What rows are sorted by, in words. */
  words: string
  /** Bytes of a cursor that continues in this order. */
  cursorBytes: number
  /** The part of a sort key that this order compares. */
  ofKey(key: Uint8Array): Uint8Array
  /** The same part of a cursor. */
  ofCursor(cursor: Uint8Array): Uint8Array
  /** The cursor that continues with the row of this key itself; absent where nothing needs it. */
  cursorAt?(key: Uint8Array): Uint8Array
}

/** How one operation is listed. */
export interface ListingKind<Params, Row> {
  /** True: asked in chunks of 1000 that are cut into pages here. False: one upstream page is one page. */
  chunked: boolean
  /** Length of a sort key. */
  keyBytes: number
  /** What makes one listing differ from another: a cursor belongs to it. Slice and limit do not. */
  subject(params: Params): unknown
  /** What makes two rows the same. */
  identity(row: Row): string
  sortKey(row: Row): SortKey
  /** Orders that are known, the usual one first. */
  orders: readonly Order[]
  /**
   * Reads an indexer's cursor that nobody vouches for. Null for all that is not exactly of a form that indexers of this
   * list give: nothing else of a stranger's is passed on to one (facts/photon-wire.md 6.6 tells why).
   */
  strangers(cursor: Uint8Array): StrangersCursor | null
}

/** What an indexer's cursor that nobody vouches for asks of the indexer. */
export interface StrangersCursor {
  /** Slot that the indexer must have reached before it is asked for this place; null: none is in it. */
  slot: number | null
}

const whole = (bytes: Uint8Array) => bytes

const WITHOUT_SLOT: StrangersCursor = { slot: null }

/** Hashes of accounts are elements of BN254's scalar field, whose order this is. facts/photon-wire.md 6.3. */
const FIELD_ORDER = Buffer.from('30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001', 'hex')

/** Listing operations by name. A new one needs an entry here; operations that are not listed need none. */
export const listingKinds: { readonly [M in ListingMethod]: ListingKind<Params<M>, Row<M>> } = {
  getCompressedAccountsByOwner: {
    chunked: true,
    keyBytes: 40,
    subject: ({ owner, filters }) => [owner, (filters ?? []).map(({ memcmp }) => [memcmp.offset, memcmp.bytes])],
    identity: ({ hash }) => hash,
    sortKey: ({ leafIndex, hash }) => joinKey(u64BigEndian(leafIndex), identifierBytes(hash, 32)),
    orders: [
      { words: 'leaf index', cursorBytes: 40, ofKey: whole, ofCursor: whole },
      { words: 'hash', cursorBytes: 32, ofKey: (key) => key.subarray(8), ofCursor: whole },
    ],
    strangers: (cursor) => {
      // Leaf indices are numbers of 32 bits.
      if (cursor.length === 40) return cursor.subarray(0, 4).every((byte) => byte === 0) ? WITHOUT_SLOT : null
      return cursor.length === 32 && Buffer.compare(cursor, FIELD_ORDER) < 0 ? WITHOUT_SLOT : null
    },
  },
  getCompressedTokenAccountsByDelegate: {
    chunked: true,
    keyBytes: 64,
    subject: ({ delegate, mint }) => [delegate, mint ?? null],
    identity: ({ account }) => account.hash,
    sortKey: ({ account, tokenData }) => {
      const mint = identifierBytes(tokenData.mint, 32)
      const key = joinKey(mint.bytes, identifierBytes(account.hash, 32))
      return { bytes: key.bytes, exact: key.exact && mint.exact }
    },
    orders: [
      { words: 'mint and hash', cursorBytes: 64, ofKey: whole, ofCursor: whole },
      { words: 'hash', cursorBytes: 32, ofKey: (key) => key.subarray(32), ofCursor: whole },
    ],
    strangers: (cursor) => (cursor.length === 64 ? WITHOUT_SLOT : null),
  },
  getLatestCompressionSignatures: {
    chunked: false,
    keyBytes: 72,
    subject: () => [],
    identity: ({ signature }) => signature,
    // Newest first: inverted bytes ascend.
    sortKey: ({ slot, signature }) => {
      const key = joinKey(u64BigEndian(slot), identifierBytes(signature, 64))
      return { bytes: inverted(key.bytes), exact: key.exact }
    },
    orders: [
      {
        words: 'slot and signature',
        cursorBytes: 72,
        ofKey: whole,
        // The slot stands little-endian in it: facts/photon-wire.md 6.6.
        ofCursor: (cursor) => inverted(Buffer.concat([cursor.slice(0, 8).reverse(), cursor.subarray(8)])),
        cursorAt: (key) => {
          const next = plusOne(inverted(key))
          return Buffer.concat([next.slice(0, 8).reverse(), next.subarray(8)])
        },
      },
    ],
    strangers: (cursor) => {
      if (cursor.length !== 72) return null
      const slot = Buffer.from(cursor).readBigUInt64LE()
      return slot <= BigInt(Number.MAX_SAFE_INTEGER) ? { slot: Number(slot) } : null
    },
  },
}

/** True for an operation that is listed page by page. */
export function isListing(method: MethodName): method is ListingMethod {
  return Object.hasOwn(listingKinds, method)
}

/** Any listing, for code that treats all alike: rows and params go only back into the kind they came from. */
export type AnyListingKind = ListingKind<unknown, object>

export function listingKind(method: ListingMethod): AnyListingKind {
  return listingKinds[method] as AnyListingKind
}

function joinKey(head: Uint8Array, tail: SortKey): SortKey {
  return { bytes: Buffer.concat([head, tail.bytes]), exact: tail.exact }
}

function u64BigEndian(value: number): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

/** Bytes of an identifier; a digest of its text where it is not base58 of `length` bytes. */
function identifierBytes(text: string, length: 32 | 64): SortKey {
  const bytes = text.length <= 2 * length ? base58Bytes(text) : null
  if (bytes?.length === length) return { bytes, exact: true }
  const digest = createHash(length === 32 ? 'sha256' : 'sha512')
    .update(text)
    .digest()
  return { bytes: digest, exact: false }
}

function inverted(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => 255 - byte)
}

/** The next greater number of the same length, big-endian. */
function plusOne(bytes: Uint8Array): Uint8Array {
  const next = Uint8Array.from(bytes)
  for (let i = next.length - 1; i >= 0; i--) {
    next[i] = ((next[i] ?? 0) + 1) & 255
    if (next[i] !== 0) break
  }
  return next
}
