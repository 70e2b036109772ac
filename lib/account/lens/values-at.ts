import { keyBase58 } from '../../protocol/key-base58'
import type { ByteField } from './field'
import { printableText } from './printable'

const TEXT_BYTES = 32
const MAX_TEXT_BYTES = 256

const SIZES = { u8: 1, u16: 2, u32: 4, u64: 8, i64: 8, bool: 1, pubkey: 32 } as const

/** The bytes at `at` as every type, little-endian. @param selected bytes shown as text, 32 if 1 @param base offset of `bytes` */
export function valuesAt(bytes: Uint8Array, at: number, selected = 1, base = 0): ByteField[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const left = Math.max(0, bytes.length - at)
  const offset = base + at
  const read = (type: keyof typeof SIZES, from: () => string | null, problem = ''): ByteField => {
    const length = SIZES[type]
    const field = { name: type === 'pubkey' ? 'public key' : type, type, offset }
    if (left < length)
      return { ...field, length: left, value: null, problem: `needs ${length} bytes, ${left} are left` }
    return { ...field, length, value: from(), problem }
  }
  const textLength = Math.min(left, selected > 1 ? Math.min(selected, MAX_TEXT_BYTES) : TEXT_BYTES)
  return [
    read('u8', () => String(view.getUint8(at))),
    read('u16', () => String(view.getUint16(at, true))),
    read('u32', () => String(view.getUint32(at, true))),
    read('u64', () => String(view.getBigUint64(at, true))),
    read('i64', () => String(view.getBigInt64(at, true))),
    read('bool', () => formatBool(view.getUint8(at)), 'only 0 and 1 are booleans'),
    read('pubkey', () => keyBase58(bytes.subarray(at, at + 32))),
    {
      name: 'text',
      type: 'text',
      offset,
      length: textLength,
      value: printableText(bytes.subarray(at, at + textLength)),
    },
  ]
}

export function formatBool(byte: number | undefined): string | null {
  return byte === 0 ? 'false' : byte === 1 ? 'true' : null
}
