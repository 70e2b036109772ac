/* Base58 of keys and signatures, apart from base58.ts: every list shows keys, and so every browser loads this. */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
export const CODES = Uint8Array.from(ALPHABET, (digit) => digit.charCodeAt(0))
const ONE = CODES[0]

const PAIR = 58 ** 2
/** Four digits: times 2^16, times the words of 64 bytes, it stays below 2^53. */
export const GROUP = PAIR ** 2

/** The two characters of each pair of digits, as they stand in memory. */
const PAIRS = new Uint16Array(
  Uint8Array.from([...CODES].flatMap((high) => [...CODES].flatMap((low) => [high, low]))).buffer,
)

/** A signature's. */
export const MAX_KEY_BYTES = 64

type Encoder = (bytes: Uint8Array, start: number, end: number) => string
const shortEncoders: { key?: Encoder; signature?: Encoder } = {}

/** Base58 of at most MAX_KEY_BYTES bytes, from `start` to `end`. */
export function keyBase58(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (end - start <= 32) {
    shortEncoders.key ??= shortEncoder(32)
    return shortEncoders.key(bytes, start, end)
  }
  shortEncoders.signature ??= shortEncoder(MAX_KEY_BYTES)
  return shortEncoders.signature(bytes, start, end)
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
export function pairsFor(bytes: number, part: number): Uint16Array<ArrayBuffer> {
  return new Uint16Array((Math.ceil((bytes * Math.log(256)) / Math.log(58 ** part)) * part) / 2)
}

export function writeGroup(pairs: Uint16Array, place: number, group: number): void {
  // Below 2^24: the compiler keeps it in an integer.
  const digits = group | 0
  const high = (digits / PAIR) | 0
  pairs[place] = PAIRS[high] ?? 0
  pairs[place + 1] = PAIRS[digits - high * PAIR] ?? 0
}

const decoder = new TextDecoder()

/** The digits without the 1s in front, and a 1 for each zero byte in front, whatever the number. */
export function textOf(text: Uint8Array, bytes: Uint8Array, start: number, end: number): string {
  let first = 0
  while (text[first] === ONE) first++
  let zeros = 0
  while (start + zeros < end && bytes[start + zeros] === 0) zeros++
  return decoder.decode(text.subarray(first - zeros))
}
