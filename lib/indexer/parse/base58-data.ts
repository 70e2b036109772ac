const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Digit by character code; 255 for what is no digit. */
const DIGITS = new Uint8Array(128).fill(255)
for (const [digit, character] of [...ALPHABET].entries()) DIGITS[character.charCodeAt(0)] = digit

/** Digits taken in at once, and the limbs they are added to: 58^4 * 2^24 stays below 2^53. */
const GROUP = 4
const LIMB = 2 ** 24

/**
 * Bytes of a base58 text of any length. Instruction data reaches 10 kB, where @scure/base ends at 4,096 characters and
 * kit's codec takes eight times as long.
 * @throws Error naming the first character that is no digit.
 */
export function base58Data(text: string): Uint8Array {
  let zeros = 0
  while (zeros < text.length && text[zeros] === '1') zeros++
  // 0.733 bytes a digit, in limbs of three bytes, the lowest first.
  const limbs = new Uint32Array(Math.ceil(((text.length - zeros) * 0.733 + 1) / 3) + 1)
  let used = 0
  for (let at = zeros; at < text.length; at += GROUP) {
    const end = Math.min(at + GROUP, text.length)
    let carry = 0
    let scale = 1
    for (let i = at; i < end; i++) {
      const digit = DIGITS[text.charCodeAt(i)] ?? 255
      if (digit === 255) throw new Error(`wanted base58, found ${JSON.stringify(text[i])} at character ${i}`)
      carry = carry * 58 + digit
      scale *= 58
    }
    for (let i = 0; i < used || carry > 0; i++) {
      const value = (limbs[i] ?? 0) * scale + carry
      carry = Math.floor(value / LIMB)
      limbs[i] = value - carry * LIMB
      if (i >= used) used = i + 1
    }
  }
  return bytesOf(limbs, used, zeros)
}

function bytesOf(limbs: Uint32Array, used: number, zeros: number): Uint8Array {
  const top = limbs[used - 1] ?? 0
  const topBytes = top >= 0x10000 ? 3 : top >= 0x100 ? 2 : top > 0 ? 1 : 0
  const bytes = new Uint8Array(zeros + (used > 0 ? (used - 1) * 3 + topBytes : 0))
  let at = bytes.length
  for (let i = 0; i < used; i++) {
    const limb = limbs[i] ?? 0
    for (let shift = 0; shift < 24 && at > zeros; shift += 8) bytes[--at] = (limb >>> shift) & 255
  }
  return bytes
}
