const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Longer bytes are encoded through a bigint. */
const SHORT = 128

/**
 * Bytes as base58. The packages encode digit by digit: 1.5 µs for a key and 0.8 ms for the 1.2 kB of an airdrop's inner
 * instruction, against 0.7 µs and 0.1 ms here. A page of a thousand accounts has four thousand keys, and the first stretch
 * hundreds of such instructions.
 */
export function base58Text(bytes: Uint8Array): string {
  let zeros = 0
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++
  const digits = bytes.length <= SHORT ? digitsOfShort(bytes) : digitsOfLong(bytes)
  return '1'.repeat(zeros) + digits
}

/** Texts that are kept for keyText. */
const MOST_KEPT = 1_000

const kept = new Map<string, string>()

/** As base58Text, for keys that many rows share: owners, trees, mints, delegates. Those met last are remembered. */
export function keyText(key: Uint8Array): string {
  const bytes = Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1')
  const known = kept.get(bytes)
  if (known !== undefined) return known
  if (kept.size >= MOST_KEPT) kept.clear()
  const text = base58Text(key)
  kept.set(bytes, text)
  return text
}

/** 58^4: a limb times 2^24 and a carry stay below 2^53, and a limb is two pairs of digits. */
const LIMB = 58 ** 4
const PAIR = 58 ** 2
const PAIRS = [...ALPHABET].flatMap((high) => [...ALPHABET].map((low) => high + low))

/** Limbs of the number at hand, the lowest first: 128 bytes are 175 digits. */
const limbs = new Float64Array(44)

function digitsOfShort(bytes: Uint8Array): string {
  let used = 0
  let at = 0
  // The first group has the one or two bytes that threes leave over.
  for (let end = bytes.length % 3 || 3; at < bytes.length; end += 3) {
    let carry = 0
    let scale = 1
    for (; at < end; at++) {
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

/** 58^9, the largest power of 58 below 2^53: nine digits at a time, then in plain numbers. */
const NINE_DIGITS = 58n ** 9n

function digitsOfLong(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`)
  let digits = ''
  while (rest > 0n) {
    let nine = Number(rest % NINE_DIGITS)
    rest /= NINE_DIGITS
    for (let digit = 0; digit < 9 && (nine > 0 || rest > 0n); digit++) {
      digits = ALPHABET.charAt(nine % 58) + digits
      nine = Math.floor(nine / 58)
    }
  }
  return digits
}
