import { BASE58_ALPHABET } from './base58-text'

/*
 * Base58 of bytes whose number is known: keys and signatures. Each two bytes weigh a fixed number of each digit group, so a
 * group is a sum of products, without a division for each byte. A key takes half the time of base58Text and makes no garbage
 * but its text.
 */

/** Two pairs of digits. 58^4 times 2^16, times the words of 64 bytes, stays below 2^53. */
const PAIR = 58 ** 2
const GROUP = PAIR ** 2

const CODES = Uint8Array.from(BASE58_ALPHABET, (digit) => digit.charCodeAt(0))
const ONE = CODES[0]

/** The two characters of each pair, as they stand in memory. */
const PAIRS = new Uint16Array(
  Uint8Array.from([...CODES].flatMap((high) => [...CODES].flatMap((low) => [high, low]))).buffer,
)

/**
 * Base58 of as many bytes from a place on.
 * @param size bytes of every text: a number that 4 divides, at most 64.
 */
export function fixedBase58(size: number): (bytes: Uint8Array, start: number) => string {
  const words = new Float64Array(size / 2)
  const groups = Math.ceil((size * Math.log(256)) / Math.log(GROUP))
  const { weights, ends } = weightsOf(words.length, groups)
  const pairs = new Uint16Array(2 * groups)
  const text = Buffer.from(pairs.buffer)

  return (bytes, start) => {
    for (let word = 0, at = start; word < words.length; word++, at += 2) {
      words[word] = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
    }
    let carry = 0
    let place = pairs.length
    for (let group = 0; group < groups; group++) {
      // Two sums, which a processor adds up at the same time.
      let even = carry
      let odd = 0
      const row = group * words.length
      const end = ends[group] ?? 0
      for (let word = 0; word < end; word += 2) {
        even += (words[word] ?? 0) * (weights[row + word] ?? 0)
        odd += (words[word + 1] ?? 0) * (weights[row + word + 1] ?? 0)
      }
      const sum = even + odd
      carry = Math.floor(sum / GROUP)
      // Below 2^24: the compiler keeps it in an integer.
      const digits = (sum - carry * GROUP) | 0
      const high = (digits / PAIR) | 0
      pairs[--place] = PAIRS[digits - high * PAIR] ?? 0
      pairs[--place] = PAIRS[high] ?? 0
    }
    let first = 0
    while (text[first] === ONE) first++
    // Each zero byte in front is a 1 by itself, whatever the number.
    let zeros = 0
    while (zeros < size && bytes[start + zeros] === 0) zeros++
    return text.toString('latin1', first - zeros)
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
    for (let group = 0; group < groups; group++) {
      const weight = Number(rest % BigInt(GROUP))
      weights[group * words + word] = weight
      // Words are taken in twos.
      if (weight > 0) ends[group] = word + 2 - (word % 2)
      rest /= BigInt(GROUP)
    }
  }
  return { weights, ends }
}
