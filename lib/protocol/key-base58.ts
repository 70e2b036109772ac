/* Apart from base58.ts, because every page in a browser loads it. */

export const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const PAIRS = [...ALPHABET].flatMap((high) => [...ALPHABET].map((low) => high + low))

/** Four digits: times 2^16, times the words of 64 bytes, it stays below 2^53. */
export const GROUP = 58 ** 4

export const MAX_KEY_BYTES = 64

/** Row by row, lowest first: a group's share in 2^(16 * word). A word then costs products with fixed weights, no division. */
const WORDS = MAX_KEY_BYTES / 2
const GROUPS = 22
const weights = new Float64Array(WORDS * GROUPS)
/** The first word that counts in a group. */
const firstWords = new Uint8Array(GROUPS).fill(WORDS)
for (let word = WORDS - 1; word >= 0; word--) {
  let rest = 1n << BigInt(16 * word)
  for (let group = 0; rest > 0n; group++, rest /= BigInt(GROUP)) {
    weights[group * WORDS + word] = Number(rest % BigInt(GROUP))
    firstWords[group] = word
  }
}
const words = new Float64Array(WORDS)
const groups = new Int32Array(GROUPS)

/** At most MAX_KEY_BYTES. */
export function keyBase58(bytes: Uint8Array, start = 0, end = bytes.length): string {
  const count = (end - start + 1) >> 1
  for (let word = 0, at = end; word < count; word++, at -= 2) {
    words[word] = (bytes[at - 1] ?? 0) | (at - 1 > start ? (bytes[at - 2] ?? 0) << 8 : 0)
  }
  let top = 0
  for (let carry = 0; top < GROUPS; top++) {
    const row = top * WORDS
    let word = firstWords[top] ?? 0
    if (word >= count && carry === 0) break
    let sum = carry
    for (; word < count; word++) sum += (words[word] ?? 0) * (weights[row + word] ?? 0)
    carry = Math.floor(sum / GROUP)
    groups[top] = sum - carry * GROUP
  }
  let digits = ''
  while (top > 0) digits += groupDigits(groups[--top] ?? 0)
  return withZeros(digits, bytes, start, end)
}

export function groupDigits(group: number): string {
  // Below 2^24: the compiler keeps it in an integer.
  const high = (group / 3364) | 0
  return (PAIRS[high] ?? '') + (PAIRS[group - 3364 * high] ?? '')
}

/** A leading digit `1` for each leading zero byte, and no other. */
export function withZeros(digits: string, bytes: Uint8Array, start: number, end: number): string {
  let first = 0
  while (digits[first] === '1') first++
  let zeros = start
  while (zeros < end && bytes[zeros] === 0) zeros++
  return '1'.repeat(zeros - start) + digits.slice(first)
}
