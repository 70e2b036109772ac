import { keyBase58 } from '../../protocol/key-base58'
import { printableText } from './printable'

/** Names of what the lens reads at the cursor, in the words of a layout. */
export type ValueKind = 'u8' | 'u16' | 'u32' | 'u64' | 'i64' | 'bool' | 'pubkey' | 'text'

/** What the bytes from the cursor on would mean as one type. */
export interface ValueAt {
  kind: ValueKind
  /** Bytes that it takes. */
  length: number
  /** Exact text; null where the data ends before, or where the byte is none that the type allows. */
  value: string | null
  /** Why there is no value. */
  problem?: string
}

/** How much text is read where no range is selected. */
const TEXT_BYTES = 32
/** How much text of a long selection is read. */
const MAX_TEXT_BYTES = 256

const SIZES = { u8: 1, u16: 2, u32: 4, u64: 8, i64: 8, bool: 1, pubkey: 32 } as const

/**
 * The values at `at`, integers little-endian. `selected`: how many bytes are selected from there; text reads those, and
 * 32 of them where only one is.
 */
export function valuesAt(bytes: Uint8Array, at: number, selected = 1): ValueAt[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const left = Math.max(0, bytes.length - at)
  const read = (kind: keyof typeof SIZES, from: () => string | null, problem?: string): ValueAt => {
    const length = SIZES[kind]
    if (left < length) return { kind, length, value: null, problem: `needs ${length} bytes, ${left} are left` }
    const value = from()
    return { kind, length, value, ...(value === null && problem !== undefined && { problem }) }
  }
  const textLength = Math.min(left, selected > 1 ? Math.min(selected, MAX_TEXT_BYTES) : TEXT_BYTES)
  return [
    read('u8', () => String(view.getUint8(at))),
    read('u16', () => String(view.getUint16(at, true))),
    read('u32', () => String(view.getUint32(at, true))),
    read('u64', () => String(view.getBigUint64(at, true))),
    read('i64', () => String(view.getBigInt64(at, true))),
    read('bool', () => boolText(view.getUint8(at)), 'only 0 and 1 are booleans'),
    read('pubkey', () => keyBase58(bytes.subarray(at, at + 32))),
    { kind: 'text', length: textLength, value: printableText(bytes.subarray(at, at + textLength)) },
  ]
}

/** `false` and `true` for 0 and 1; null for every other byte. */
export function boolText(byte: number | undefined): string | null {
  return byte === 0 ? 'false' : byte === 1 ? 'true' : null
}
