import { createHash } from 'node:crypto'
import { base58Bytes } from './primitives'

/** A row's place in its list: the bytes ascend in list order. */
export interface SortKey {
  bytes: Uint8Array
  /** False: an identifier is not base58 of its length, so the bytes identify the row but not its place. */
  exact: boolean
}

export function joinKeys(...parts: (Uint8Array | SortKey)[]): SortKey {
  const keys = parts.map((part) => (part instanceof Uint8Array ? { bytes: part, exact: true } : part))
  return { bytes: Buffer.concat(keys.map(({ bytes }) => bytes)), exact: keys.every(({ exact }) => exact) }
}

export function u64BigEndian(value: number): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

export function identifierKey(text: string, length: 32 | 64): SortKey {
  const bytes = text.length <= 2 * length ? base58Bytes(text) : null
  if (bytes?.length === length) return { bytes, exact: true }
  const digest = createHash(length === 32 ? 'sha256' : 'sha512')
    .update(text)
    .digest()
  return { bytes: digest, exact: false }
}

export function invertBytes(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => 255 - byte)
}

export function decrementBytes(bytes: Uint8Array): Uint8Array {
  const next = Uint8Array.from(bytes)
  for (let i = next.length - 1; i >= 0; i--) {
    next[i] = ((next[i] ?? 0) + 255) & 255
    if (next[i] !== 255) break
  }
  return next
}
