/*
 * Base58 of keys: small enough for every list in the browser, where @scure/base costs 1.2 kB, and quick enough for a
 * server's thousands of rows. lib/protocol/base58.ts has what is long.
 */

/** The digits of base58, by their value. */
export const BASE58_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** 58^4: a limb times 2^24 and a carry stay below 2^53, and a limb is two pairs of digits. */
const LIMB = 58 ** 4
const PAIR = 58 ** 2
const PAIRS = [...BASE58_ALPHABET].flatMap((high) => [...BASE58_ALPHABET].map((low) => high + low))

/** Limbs of the number at hand, the lowest first; more when the bytes are many. 128 bytes are 175 digits. */
let limbs = new Float64Array(44)

/** Base58 of the bytes from `start` to `end`. Its time grows with the square of the length. */
export function base58Text(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let zeros = 0
  while (start + zeros < end && bytes[start + zeros] === 0) zeros++
  return '1'.repeat(zeros) + digitsOf(bytes, start, end)
}

function digitsOf(bytes: Uint8Array, start: number, end: number): string {
  // A byte is 1.37 digits.
  const most = Math.ceil((end - start) * 0.35) + 1
  if (most > limbs.length) limbs = new Float64Array(most)
  let used = 0
  let at = start
  // The first group has the one or two bytes that threes leave over.
  for (let group = start + ((end - start) % 3 || 3); at < end; group += 3) {
    let carry = 0
    let scale = 1
    for (; at < group; at++) {
      carry = carry * 256 + (bytes[at] ?? 0)
      scale *= 256
    }
    for (let i = 0; i < used; i++) {
      const sum = (limbs[i] ?? 0) * scale + carry
      carry = Math.floor(sum / LIMB)
      limbs[i] = sum - carry * LIMB
    }
    for (; carry > 0; carry = Math.floor(carry / LIMB)) limbs[used++] = carry % LIMB
  }
  let digits = ''
  for (let i = used - 1; i >= 0; i--) {
    const limb = limbs[i] ?? 0
    const high = Math.floor(limb / PAIR)
    digits += PAIRS[high] ?? ''
    digits += PAIRS[limb - high * PAIR] ?? ''
  }
  // Digits that a limb has in front stand for nothing.
  let first = 0
  while (digits[first] === '1') first++
  return digits.slice(first)
}
