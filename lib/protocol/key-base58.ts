/* Apart from base58.ts, because every page in a browser loads it. */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
export const CODES = Uint8Array.from(ALPHABET, (digit) => digit.charCodeAt(0))
const ONE = CODES[0]

const PAIR = 58 ** 2
/** Four digits: times 2^16, times the words of 64 bytes, it stays below 2^53. */
export const GROUP = PAIR ** 2

const PAIRS = new Uint16Array(
  Uint8Array.from([...CODES].flatMap((high) => [...CODES].flatMap((low) => [high, low]))).buffer,
)

export const MAX_KEY_BYTES = 64

type Encoder = (bytes: Uint8Array, start: number, end: number) => string
const shortEncoders: { key?: Encoder; signature?: Encoder } = {}

export function keyBase58(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (end - start <= 32) {
    shortEncoders.key ??= shortEncoder(32)
    return shortEncoders.key(bytes, start, end)
  }
  shortEncoders.signature ??= shortEncoder(MAX_KEY_BYTES)
  return shortEncoders.signature(bytes, start, end)
}

/** `most`: at most 64, divisible by 4. Sums of products with fixed weights: no division per byte, no garbage. */
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
      // Two sums that a processor computes in parallel.
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

/** Rows: groups, lowest first; columns: words, highest first. `ends`: words of a row that count, an even number. */
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

export function textOf(text: Uint8Array, bytes: Uint8Array, start: number, end: number): string {
  let first = 0
  while (text[first] === ONE) first++
  let zeros = 0
  while (start + zeros < end && bytes[start + zeros] === 0) zeros++
  return decoder.decode(text.subarray(first - zeros))
}
