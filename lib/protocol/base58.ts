import { ALPHABET, GROUP_DIGITS, keyBase58, powerOf } from './key-base58'

/* @scure/base alone would cost an indexer 10 to 33 % more CPU time for a page of 1,000 accounts. */

/** Our choice: short enough for a page to show. */
export const MAX_BASE58_BYTES = 1_024

/** @throws RangeError beyond MAX_BASE58_BYTES */
export function boundedBase58(bytes: Uint8Array): string {
  if (bytes.length > MAX_BASE58_BYTES) throw new RangeError(`base58 of ${bytes.length} bytes is not made`)
  return encodeBase58(bytes)
}

const CODES = [...ALPHABET].map((digit) => digit.charCodeAt(0))
const ONE = CODES[0] ?? 0
const PAIRS = new Uint16Array(Uint8Array.from(CODES.flatMap((high) => CODES.flatMap((low) => [high, low]))).buffer)

/** Four digits: sums of up to 32 products with 16-bit words stay below 2^53. */
const GROUP = 58 ** 4

const MAX_KEY_BYTES = 64

/** `weights[group * WORDS + word]`: digit group `group` of 2^(16 * word), lowest first. Replaces divisions by products. */
const WORDS = MAX_KEY_BYTES / 2
const GROUPS = 22
const weights = new Float64Array(WORDS * GROUPS)
/** Per group, the first word with a nonzero weight, rounded down to even: the loop below takes words in pairs. */
const firstWords = new Uint8Array(GROUPS).fill(WORDS)
for (let word = WORDS - 1; word >= 0; word--) {
  let rest = 1n << BigInt(16 * word)
  for (let group = 0; rest > 0n; group++, rest /= BigInt(GROUP)) {
    weights[group * WORDS + word] = Number(rest % BigInt(GROUP))
    firstWords[group] = word & ~1
  }
}
const words = new Float64Array(WORDS)
const pairs = new Uint16Array(2 * GROUPS)
const text = new Uint8Array(pairs.buffer)
const decoder = new TextDecoder()

export function encodeBase58(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (end - start > MAX_KEY_BYTES) return keyBase58(bytes, start, end)
  const count = (end - start + 1) >> 1
  for (let word = 0, at = end; word < count; word++, at -= 2) {
    words[word] = (bytes[at - 1] ?? 0) | (at - 1 > start ? (bytes[at - 2] ?? 0) << 8 : 0)
  }
  words[count] = 0
  let place = pairs.length
  let carry = 0
  for (let group = 0; group < GROUPS; group++) {
    const row = group * WORDS
    let word = firstWords[group] ?? 0
    if (word >= count && carry === 0) break
    let sum = carry
    // Two sums, which the processor computes in parallel.
    let other = 0
    for (; word < count; word += 2) {
      sum += (words[word] ?? 0) * (weights[row + word] ?? 0)
      other += (words[word + 1] ?? 0) * (weights[row + word + 1] ?? 0)
    }
    sum += other
    carry = Math.floor(sum / GROUP)
    // Below 2^24: `| 0` lets the compiler use integers.
    const digits = (sum - carry * GROUP) | 0
    const high = (digits / 3364) | 0
    pairs[--place] = PAIRS[digits - 3364 * high] ?? 0
    pairs[--place] = PAIRS[high] ?? 0
  }
  let first = 2 * place
  while (text[first] === ONE) first++
  for (let at = start; at < end && bytes[at] === 0; at++) text[--first] = ONE
  return decoder.decode(text.subarray(first))
}

/** Base58 digit by character code; 255: none. */
const DIGITS = new Uint8Array(128).fill(255)
for (const [digit, character] of [...ALPHABET].entries()) DIGITS[character.charCodeAt(0)] = digit

/** Combines halves from the end, so that few products are long. @throws SyntaxError naming the invalid character */
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

const nibble = (code: number): number => (code & 15) + 9 * (code >> 6)

function eightsOf(text: string, start: number): bigint[] {
  const eights: bigint[] = []
  for (let end = text.length; end > start; end -= GROUP_DIGITS) {
    let eight = 0
    for (let i = Math.max(start, end - GROUP_DIGITS); i < end; i++) {
      const digit = DIGITS[text.charCodeAt(i)] ?? 255
      if (digit === 255) throw new SyntaxError(`wanted base58, found ${JSON.stringify(text[i])} at character ${i}`)
      eight = eight * 58 + digit
    }
    eights.push(BigInt(eight))
  }
  return eights
}
