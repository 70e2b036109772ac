/*
 * Base58 for what comes in thousands, or in kilobytes: keys and signatures of rows, and the data of instructions. Everything
 * else takes @scure/base: with it alone, an indexer spends a tenth to a third more processor time on a page of a thousand
 * accounts.
 */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const CODES = Uint8Array.from(ALPHABET, (digit) => digit.charCodeAt(0))
const ONE = CODES[0]

const PAIR = 58 ** 2
/** Four digits: times 2^16, times the words of 64 bytes, it stays below 2^53. */
const GROUP = PAIR ** 2

/** The two characters of each pair of digits, as they stand in memory. */
const PAIRS = new Uint16Array(
  Uint8Array.from([...CODES].flatMap((high) => [...CODES].flatMap((low) => [high, low]))).buffer,
)

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

type Encoder = (bytes: Uint8Array, start: number, end: number) => string
const shortEncoders: { key?: Encoder; signature?: Encoder } = {}

/** Base58 of the bytes from `start` to `end`. */
export function encodeBase58(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (end - start <= 32) {
    shortEncoders.key ??= shortEncoder(32)
    return shortEncoders.key(bytes, start, end)
  }
  if (end - start <= 64) {
    shortEncoders.signature ??= shortEncoder(64)
    return shortEncoders.signature(bytes, start, end)
  }
  let hex = '0x'
  for (let at = start; at < end; at++) hex += HEX[bytes[at] ?? 0] ?? ''
  const pairs = pairsFor(end - start, EIGHT)
  writeEights(pairs, 0, pairs.length / 4, BigInt(hex))
  return textOf(new Uint8Array(pairs.buffer), bytes, start, end)
}

/**
 * For at most `most` bytes, of which 4 divides the number and which are at most 64. Each two bytes weigh a fixed number of each
 * group of digits, so a group is a sum of products, without a division for each byte, and there is no garbage but the text.
 */
function shortEncoder(most: number): Encoder {
  const words = new Float64Array(most / 2)
  const pairs = pairsFor(most, 4)
  const text = new Uint8Array(pairs.buffer)
  const groups = pairs.length / 2
  const { weights, ends } = weightsOf(words.length, groups)
  return (bytes, start, end) => {
    for (let word = words.length - 1, at = end; word >= 0; word--, at -= 2) {
      const high = at - 1 > start ? (bytes[at - 2] ?? 0) : 0
      words[word] = at > start ? (high << 8) | (bytes[at - 1] ?? 0) : 0
    }
    let carry = 0
    for (let group = 0; group < groups; group++) {
      // Two sums, which a processor adds up at the same time.
      let even = carry
      let odd = 0
      const row = group * words.length
      const used = ends[group] ?? 0
      for (let word = 0; word < used; word += 2) {
        even += (words[word] ?? 0) * (weights[row + word] ?? 0)
        odd += (words[word + 1] ?? 0) * (weights[row + word + 1] ?? 0)
      }
      const sum = even + odd
      carry = Math.floor(sum / GROUP)
      writeGroup(pairs, pairs.length - 2 * group - 2, sum - carry * GROUP)
    }
    return textOf(text, bytes, start, end)
  }
}

/**
 * What a 1 in each word adds to each group: a row for each group, the lowest first, with a column for each word, the highest
 * first. `ends`: how many words of a row count, an even number; those behind them add nothing.
 */
function weightsOf(words: number, groups: number): { weights: Float64Array; ends: Uint8Array } {
  const weights = new Float64Array(groups * words)
  const ends = new Uint8Array(groups)
  for (let word = 0; word < words; word++) {
    let rest = 1n << BigInt(16 * (words - 1 - word))
    for (let group = 0; rest > 0n; group++) {
      weights[group * words + word] = Number(rest % BigInt(GROUP))
      ends[group] = word + 2 - (word % 2)
      rest /= BigInt(GROUP)
    }
  }
  return { weights, ends }
}

/** Room for the digits of as many bytes, in whole parts of so many digits. */
function pairsFor(bytes: number, part: number): Uint16Array<ArrayBuffer> {
  return new Uint16Array((Math.ceil((bytes * Math.log(256)) / Math.log(58 ** part)) * part) / 2)
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

function writeGroup(pairs: Uint16Array, place: number, group: number): void {
  // Below 2^24: the compiler keeps it in an integer.
  const digits = group | 0
  const high = (digits / PAIR) | 0
  pairs[place] = PAIRS[high] ?? 0
  pairs[place + 1] = PAIRS[digits - high * PAIR] ?? 0
}

const decoder = new TextDecoder()

/** The digits without the 1s in front, and a 1 for each zero byte in front, whatever the number. */
function textOf(text: Uint8Array, bytes: Uint8Array, start: number, end: number): string {
  let first = 0
  while (text[first] === ONE) first++
  let zeros = 0
  while (start + zeros < end && bytes[start + zeros] === 0) zeros++
  return decoder.decode(text.subarray(first - zeros))
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
