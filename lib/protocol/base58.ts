import { CODES, GROUP, keyBase58, MAX_KEY_BYTES, pairsFor, textOf, writeGroup } from './key-base58'

/*
 * Base58 for what comes in thousands, or in kilobytes: keys and signatures of rows, and the data of instructions. Everything
 * else takes @scure/base: with it alone, an indexer spends a tenth to a third more processor time on a page of a thousand
 * accounts.
 */

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Digits of one number below 2^53. */
const EIGHT = 8
/** 58^8, and of each the square: eight digits, sixteen, thirty-two … as many as were needed so far. */
const POWERS = [58n ** 8n]
const powerOf = (level: number): bigint => (POWERS[level] ??= powerOf(level - 1) ** 2n)

/** Our choice: a piece of text that a page can show. */
export const MAX_BASE58_BYTES = 1_024

/** Base58 of a few bytes. @throws RangeError beyond MAX_BASE58_BYTES: the caller says so before it asks. */
export function boundedBase58(bytes: Uint8Array): string {
  if (bytes.length > MAX_BASE58_BYTES) throw new RangeError(`base58 of ${bytes.length} bytes is not made`)
  return encodeBase58(bytes)
}

/** Base58 of the bytes from `start` to `end`. */
export function encodeBase58(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (end - start <= MAX_KEY_BYTES) return keyBase58(bytes, start, end)
  let hex = '0x'
  for (let at = start; at < end; at++) hex += HEX[bytes[at] ?? 0] ?? ''
  const pairs = pairsFor(end - start, EIGHT)
  writeEights(pairs, 0, pairs.length / 4, BigInt(hex))
  return textOf(new Uint8Array(pairs.buffer), bytes, start, end)
}

/** Halves the number down to eight digits, so that few of the divisions are long. */
function writeEights(pairs: Uint16Array, place: number, eights: number, value: bigint): void {
  if (eights > 1) {
    const level = 31 - Math.clz32(eights - 1)
    const high = value / powerOf(level)
    const rest = eights - 2 ** level
    writeEights(pairs, place, rest, high)
    writeEights(pairs, place + 4 * rest, 2 ** level, value - high * powerOf(level))
  } else {
    const high = Math.floor(Number(value) / GROUP)
    writeGroup(pairs, place, high)
    writeGroup(pairs, place + 2, Number(value) - high * GROUP)
  }
}

/** Digit by character code; 255 for what is no digit. */
const DIGITS = new Uint8Array(128).fill(255)
for (const [digit, code] of CODES.entries()) DIGITS[code] = digit

/**
 * The bytes of a base58 text. Halves are put together from the end on, so that few of the products are long.
 * @throws SyntaxError naming a character that is no digit.
 */
export function decodeBase58(text: string): Uint8Array {
  let zeros = 0
  while (text[zeros] === '1') zeros++
  let parts = eightsOf(text, zeros)
  for (let level = 0; parts.length > 1; level++) {
    const joined: bigint[] = []
    for (let i = 0; i < parts.length; i += 2) joined.push((parts[i + 1] ?? 0n) * powerOf(level) + (parts[i] ?? 0n))
    parts = joined
  }
  const hex = parts[0]?.toString(16) ?? ''
  const bytes = new Uint8Array(zeros + Math.ceil(hex.length / 2))
  for (let at = bytes.length, end = hex.length; end > 0; end -= 2) {
    bytes[--at] = nibble(hex.charCodeAt(end - 1)) + 16 * (end > 1 ? nibble(hex.charCodeAt(end - 2)) : 0)
  }
  return bytes
}

/** By the code of a hexadecimal digit. */
const nibble = (code: number): number => (code & 15) + 9 * (code >> 6)

/** The digits from `start` on as numbers of eight, the lowest first. */
function eightsOf(text: string, start: number): bigint[] {
  const eights: bigint[] = []
  for (let end = text.length; end > start; end -= EIGHT) {
    let eight = 0
    for (let i = Math.max(start, end - EIGHT); i < end; i++) {
      const digit = DIGITS[text.charCodeAt(i)] ?? 255
      if (digit === 255) throw new SyntaxError(`wanted base58, found ${JSON.stringify(text[i])} at character ${i}`)
      eight = eight * 58 + digit
    }
    eights.push(BigInt(eight))
  }
  return eights
}
