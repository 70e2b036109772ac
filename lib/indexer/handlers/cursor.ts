import { base58 } from '@scure/base'
import { invalidParams, validationError } from '../json-rpc/method-error'

/*
 * Cursors of the three paged operations. Texts and codes of what is wrong with one are Photon's where it is the same
 * mistake (facts/photon-wire.md 4 and 8); the by-owner cursor is our own: it holds both sort keys (design.md 4.5).
 */

const HASH = 32
const SIGNATURE = 64

/** No cursor of ours is longer; base58 takes quadratic time, so longer texts are not even decoded. */
const MAX_CHARS = 128

/** Where a listing by owner goes on: strictly after this leaf index and hash. */
export interface OwnerPosition {
  leafIndex: bigint
  hash: Uint8Array
}

/** Leaf index as u64 big-endian, then the hash: 40 bytes in base58. */
export function encodeOwnerCursor({ leafIndex, hash }: OwnerPosition): string {
  return base58.encode(Buffer.concat([u64(leafIndex, false), hash]))
}

/** @throws MethodError -32602, also for a leaf index that no tree has: it is none of our cursors. */
export function decodeOwnerCursor(cursor: string): OwnerPosition {
  const bytes = decode(cursor)
  const actual = bytes ? `${bytes.length} bytes` : 'no base58'
  const view = bytes && viewOf(bytes)
  if (!bytes || !view || bytes.length !== 8 + HASH || view.getBigInt64(0) < 0n) {
    throw invalidParams(
      `cursor: must be the cursor of an earlier answer (base58 of ${8 + HASH} bytes), found ${actual}`,
    )
  }
  return { leafIndex: view.getBigUint64(0), hash: bytes.subarray(8) }
}

/** Where a listing by delegate goes on: strictly after this mint and hash. */
export interface DelegatePosition {
  mint: Uint8Array
  hash: Uint8Array
}

/** Mint, then hash: 64 bytes in base58. */
export function encodeDelegateCursor({ mint, hash }: DelegatePosition): string {
  return base58.encode(Buffer.concat([mint, hash]))
}

/** @throws MethodError -32602 when it is no base58, -32000 when its length is wrong. */
export function decodeDelegateCursor(cursor: string): DelegatePosition {
  const bytes = decode(cursor)
  if (!bytes) throw invalidParams(`cursor: must be base58 of ${2 * HASH} bytes, found ${shown(cursor)}`)
  assertLength(bytes, 2 * HASH)
  return { mint: bytes.subarray(0, HASH), hash: bytes.subarray(HASH) }
}

/** Where the latest signatures go on: strictly older than this slot and signature. */
export interface LatestPosition {
  slot: bigint
  signature: Uint8Array
}

/** Slot as u64 little-endian, then the signature: 72 bytes in base58. */
export function encodeLatestCursor({ slot, signature }: LatestPosition): string {
  return base58.encode(Buffer.concat([u64(slot, true), signature]))
}

/** @throws MethodError -32000, also for a slot of 2^63 and more, which SQLite cannot compare. */
export function decodeLatestCursor(cursor: string): LatestPosition {
  const bytes = decode(cursor)
  if (!bytes) throw validationError(`Invalid cursor ${shown(cursor)}`)
  assertLength(bytes, 8 + SIGNATURE)
  const slot = viewOf(bytes).getBigUint64(0, true)
  if (slot >= 2n ** 63n) throw validationError(`Invalid cursor ${shown(cursor)}`)
  return { slot, signature: bytes.subarray(8) }
}

function assertLength(bytes: Uint8Array, length: number): void {
  if (bytes.length !== length) {
    throw validationError(`Invalid cursor length. Expected ${length}. Received ${bytes.length}.`)
  }
}

function decode(cursor: string): Uint8Array | null {
  if (cursor.length > MAX_CHARS) return null
  try {
    return base58.decode(cursor)
  } catch {
    return null
  }
}

function shown(cursor: string): string {
  return cursor.length > MAX_CHARS ? `${cursor.slice(0, MAX_CHARS)}…` : cursor
}

function u64(value: bigint, littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(8)
  viewOf(bytes).setBigUint64(0, value, littleEndian)
  return bytes
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
