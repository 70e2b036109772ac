import { base58 } from '@scure/base'
import { formatCount, groupDigits } from './numbers'

/* Used in the browser too, hence no zod. features.md a13. */

export const BYTE_FORMATS = {
  base58: 'base58',
  pubkey: 'public key',
  hex: 'hex',
  text: 'text (UTF-8)',
  u8: 'u8',
  u16: 'u16, little-endian',
  u32: 'u32, little-endian',
  u64: 'u64, little-endian',
} as const

export type ByteFormat = keyof typeof BYTE_FORMATS

/** Our limit, enough for a whole token account. Solana's memcmp takes 128, Photon any (facts/photon-wire.md 5). */
export const MAX_TYPED_BYTES = 256

/** Longest base58 of 256 bytes. Decoding time is quadratic in the length. */
const MAX_BASE58_CHARS = 350

const MAX_CHARS = 1_000

export const PUBKEY_BYTES = 32

const INTEGER_BYTES = { u8: 1, u16: 2, u32: 4, u64: 8 } as const

export type BytesResult = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; message: string }

export function isByteFormat(text: string): text is ByteFormat {
  return Object.hasOwn(BYTE_FORMATS, text)
}

/** Trims white space, except for `text`, where it may be intended. */
export function parseBytes(format: ByteFormat, typed: string): BytesResult {
  if (typed.length > MAX_CHARS) {
    return wrong(`be at most ${MAX_TYPED_BYTES} bytes: this has ${groupDigits(typed.length)} characters`)
  }
  const text = format === 'text' ? typed : typed.trim()
  if (text === '') return wrong('not be empty: no bytes would match every account that has data')
  const read = readNonEmpty(format, text)
  if (read.ok && read.bytes.length > MAX_TYPED_BYTES) {
    return wrong(`be at most ${MAX_TYPED_BYTES} bytes: this is ${read.bytes.length}`)
  }
  return read
}

function readNonEmpty(format: ByteFormat, text: string): BytesResult {
  switch (format) {
    case 'base58':
      return readBase58(text)
    case 'pubkey':
      return readPubkey(text)
    case 'hex':
      return readHex(text)
    case 'text':
      return { ok: true, bytes: new TextEncoder().encode(text) }
    default:
      return readInteger(format, text)
  }
}

function readBase58(text: string): BytesResult {
  if (text.length > MAX_BASE58_CHARS) {
    return wrong(`be at most ${MAX_TYPED_BYTES} bytes: ${text.length} characters of base58 are more`)
  }
  const odd = /[^1-9A-HJ-NP-Za-km-z]/u.exec(text)?.[0]
  if (odd !== undefined) return wrong(`be base58, which has no ${named(odd)} (nor 0, O, I and l)`)
  return { ok: true, bytes: Uint8Array.from(base58.decode(text)) }
}

function readPubkey(text: string): BytesResult {
  const read = readBase58(text)
  if (!read.ok || read.bytes.length === PUBKEY_BYTES) return read
  return wrong(
    `be a public key (base58 of ${PUBKEY_BYTES} bytes): this decodes to ${formatByteCount(read.bytes.length)}`,
  )
}

function readHex(text: string): BytesResult {
  const digits = text.replace(/^0x/i, '').replace(/\s/g, '')
  const odd = /[^0-9a-f]/iu.exec(digits)?.[0]
  if (odd !== undefined) return wrong(`be hex, digits 0 to 9 and a to f: ${named(odd)} is not one`)
  if (digits === '') return wrong('hold at least one byte: two hex digits')
  if (digits.length % 2 !== 0) return wrong(`be two hex digits a byte: this has ${digits.length}`)
  return { ok: true, bytes: Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) }
}

function readInteger(format: keyof typeof INTEGER_BYTES, text: string): BytesResult {
  const length = INTEGER_BYTES[format]
  const max = 2n ** BigInt(8 * length) - 1n
  const rule = () => `be a whole number from 0 to ${groupDigits(max)} (${format})`
  const digits = text.replace(/(?<=\d)[,_ ](?=\d)/g, '')
  if (!/^\d+$/.test(digits)) return wrong(rule())
  const value = BigInt(digits)
  if (value > max) return wrong(rule())
  return {
    ok: true,
    bytes: Uint8Array.from({ length }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn)),
  }
}

function named(character: string): string {
  if (/\s/u.test(character)) return 'white space'
  return /[\p{C}]/u.test(character) ? 'invisible character' : `“${character}”`
}

export function formatByteCount(count: number): string {
  return formatCount(count, 'byte')
}

function wrong(message: string): BytesResult {
  return { ok: false, message: `must ${message}` }
}
