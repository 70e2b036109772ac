import { LayoutError } from './layouts'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Digit by character code; 255 for what is no digit. */
const DIGITS = new Uint8Array(128).fill(255)
for (const [digit, character] of [...ALPHABET].entries()) DIGITS[character.charCodeAt(0)] = digit

/**
 * Characters that 10,240 bytes can make, the most that an instruction carries. What is longer is refused by its
 * length alone, before anybody spends time on it.
 */
export const LONGEST_BASE58 = Math.ceil((10_240 * Math.log(256)) / Math.log(58))

/** Digits of one number: 58^9 is below 2^53. */
const GROUP = 9

/**
 * Bytes of a base58 text of an instruction. Its data reach 10 kB, where @scure/base ends at 4,096 characters and kit's codec
 * takes half a second. Halves are put together from the end on, so that the numbers are few that are long.
 * @throws LayoutError saying that the text is too long, or naming a character that is no digit.
 */
export function base58Data(text: string): Uint8Array {
  if (text.length > LONGEST_BASE58) {
    throw new LayoutError(`wanted at most ${LONGEST_BASE58} characters of base58 (10,240 bytes), found ${text.length}`)
  }
  let zeros = 0
  while (zeros < text.length && text[zeros] === '1') zeros++
  const value = joined(groupsOf(text, zeros))
  const hex = value === 0n ? '' : value.toString(16)
  const bytes = new Uint8Array(zeros + Math.ceil(hex.length / 2))
  bytes.set(Buffer.from(hex.padStart(2 * (bytes.length - zeros), '0'), 'hex'), zeros)
  return bytes
}

/** The digits from `start` on as numbers to the base 58^9, the lowest first. */
function groupsOf(text: string, start: number): bigint[] {
  const groups: bigint[] = []
  for (let end = text.length; end > start; end -= GROUP) {
    let group = 0
    for (let i = Math.max(start, end - GROUP); i < end; i++) {
      const digit = DIGITS[text.charCodeAt(i)] ?? 255
      if (digit === 255) throw new LayoutError(`wanted base58, found ${JSON.stringify(text[i])} at character ${i}`)
      group = group * 58 + digit
    }
    groups.push(BigInt(group))
  }
  return groups
}

/** The number that groups of one base make, the lowest first: each round makes one of two, to the square of the base. */
function joined(groups: bigint[]): bigint {
  let base = 58n ** BigInt(GROUP)
  let parts = groups
  while (parts.length > 1) {
    const pairs: bigint[] = []
    for (let i = 0; i < parts.length; i += 2) pairs.push((parts[i + 1] ?? 0n) * base + (parts[i] ?? 0n))
    parts = pairs
    base *= base
  }
  return parts[0] ?? 0n
}
