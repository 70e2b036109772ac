import { BASE58_ALPHABET } from './base58-text'

/*
 * Base58 of bytes whose number is known: keys and signatures. Each two bytes weigh a fixed number of each digit group, so a
 * group is a sum of products, without a division for each byte. A key takes half the time of base58Text and makes no garbage
 * but its text.
 */

/** Digits of a group. 58^5 times 2^16, times the words of 64 bytes, stays below 2^53. */
const DIGITS = 5
const GROUP = 58 ** DIGITS

const CODES = Uint8Array.from(BASE58_ALPHABET, (digit) => digit.charCodeAt(0))
const ONE = CODES[0]

/**
 * Base58 of as many bytes from a place on.
 * @param size bytes of every text: an even number, at most 64.
 */
export function fixedBase58(size: number): (bytes: Uint8Array, start: number) => string {
  const words = new Float64Array(size / 2)
  const groups = Math.ceil((size * Math.log(256)) / Math.log(58 ** DIGITS))
  const { weights, ends } = weightsOf(words.length, groups)
  const text = Buffer.alloc(groups * DIGITS)

  return (bytes, start) => {
    for (let word = 0, at = start; word < words.length; word++, at += 2) {
      words[word] = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
    }
    let carry = 0
    let place = text.length
    for (let group = 0; group < groups; group++) {
      let sum = carry
      const row = group * words.length
      const end = ends[group] ?? 0
      for (let word = 0; word < end; word++) sum += (words[word] ?? 0) * (weights[row + word] ?? 0)
      carry = Math.floor(sum / GROUP)
      // Below 2^30: the compiler keeps it in an integer.
      let rest = (sum - carry * GROUP) | 0
      for (let digit = 0; digit < DIGITS; digit++) {
        const higher = (rest / 58) | 0
        text[--place] = CODES[rest - higher * 58] ?? 0
        rest = higher
      }
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
 * How much of each group, the lowest first, a 1 in each word weighs, the highest first; and up to which word a group has any
 * weight.
 */
function weightsOf(words: number, groups: number): { weights: Float64Array; ends: Uint8Array } {
  const weights = new Float64Array(groups * words)
  const ends = new Uint8Array(groups)
  for (let word = 0; word < words; word++) {
    let rest = 1n << BigInt(16 * (words - 1 - word))
    for (let group = 0; group < groups; group++) {
      const weight = Number(rest % BigInt(GROUP))
      weights[group * words + word] = weight
      if (weight > 0) ends[group] = word + 1
      rest /= BigInt(GROUP)
    }
  }
  return { weights, ends }
}
