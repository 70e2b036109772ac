import { base58 } from '@scure/base'
import { invalidParams, validationError } from '../json-rpc/method-error'

/* Error texts and codes are Photon's (facts/photon-wire.md 4 and 8); the by-owner cursor holds both sort keys (design.md 4.5). */

const HASH = 32
const SIGNATURE = 64

/** Longer than any cursor: base58 decoding takes quadratic time. */
const MAX_CHARS = 128

export interface OwnerPosition {
  leafIndex: bigint
  hash: Uint8Array
}

/** Base58 of 40 bytes: leaf index as u64 big-endian, hash. */
export function encodeOwnerCursor({ leafIndex, hash }: OwnerPosition): string {
  return base58.encode(Buffer.concat([u64(leafIndex, false), hash]))
}

/** @throws MethodError -32602, also for a leaf index that no tree has */
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

export interface DelegatePosition {
  mint: Uint8Array
  hash: Uint8Array
}

/** Base58 of 64 bytes: mint, hash. */
export function encodeDelegateCursor({ mint, hash }: DelegatePosition): string {
  return base58.encode(Buffer.concat([mint, hash]))
}

/** @throws MethodError -32602 for invalid base58, -32000 for a wrong length */
export function decodeDelegateCursor(cursor: string): DelegatePosition {
  const bytes = decode(cursor)
  if (!bytes) throw invalidParams(`cursor: must be base58 of ${2 * HASH} bytes, found ${shown(cursor)}`)
  assertLength(bytes, 2 * HASH)
  return { mint: bytes.subarray(0, HASH), hash: bytes.subarray(HASH) }
}

export interface LatestPosition {
  slot: bigint
  signature: Uint8Array
}

/** Base58 of 72 bytes: slot as u64 little-endian, signature. */
export function encodeLatestCursor({ slot, signature }: LatestPosition): string {
  return base58.encode(Buffer.concat([u64(slot, true), signature]))
}

/** @throws MethodError -32000, also for a slot from 2^63 on, which SQLite cannot compare */
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
