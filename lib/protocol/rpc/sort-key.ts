import { createHash } from 'node:crypto'
import { base58Bytes } from './primitives'

/* Bytes that ascend in the order in which a list shows its rows, and what indexers' cursors hold of them. */

/** Where a row stands in its list: bytes that ascend, byte by byte, in the order that the list shows. */
export interface SortKey {
  bytes: Uint8Array
  /** False where an identifier was not base58 of its length: then the bytes name the row, but prove no order. */
  exact: boolean
}

/** A key of several parts: it is as exact as its parts. */
export function joinKey(...parts: (Uint8Array | SortKey)[]): SortKey {
  const keys = parts.map((part) => (part instanceof Uint8Array ? { bytes: part, exact: true } : part))
  return { bytes: Buffer.concat(keys.map(({ bytes }) => bytes)), exact: keys.every(({ exact }) => exact) }
}

/** Eight bytes of a safe integer. */
export function u64BigEndian(value: number): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

/** Bytes of an identifier; a digest of its text where it is not base58 of `length` bytes. */
export function identifierKey(text: string, length: 32 | 64): SortKey {
  const bytes = text.length <= 2 * length ? base58Bytes(text) : null
  if (bytes?.length === length) return { bytes, exact: true }
  const digest = createHash(length === 32 ? 'sha256' : 'sha512')
    .update(text)
    .digest()
  return { bytes: digest, exact: false }
}

/** Bytes that ascend where these descend. */
export function inverted(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => 255 - byte)
}

/** The next smaller number of the same length, big-endian. */
export function minusOne(bytes: Uint8Array): Uint8Array {
  const next = Uint8Array.from(bytes)
  for (let i = next.length - 1; i >= 0; i--) {
    next[i] = ((next[i] ?? 0) + 255) & 255
    if (next[i] !== 255) break
  }
  return next
}
