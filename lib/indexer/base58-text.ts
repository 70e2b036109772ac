const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Longer bytes are encoded through a bigint. */
const SHORT = 128

/**
 * Bytes as base58. The packages encode digit by digit: 1.5 µs for a key and 0.8 ms for the 1.2 kB of an airdrop's inner
 * instruction, against 0.7 µs and 0.1 ms here. A page of a thousand accounts has four thousand keys, and the first stretch
 * hundreds of such instructions.
 */
export function base58Text(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let zeros = 0
  while (start + zeros < end && bytes[start + zeros] === 0) zeros++
  const digits = end - start <= SHORT ? digitsOfShort(bytes, start, end) : digitsOfLong(bytes.subarray(start, end))
  return zeros === 0 ? digits : '1'.repeat(zeros) + digits
}

const KEY_BYTES = 32

/** Texts that are kept for keyText. */
const MOST_KEPT = 1_000

/** By four bytes of the key, from where a vanity address is as random as others. */
const kept = new Map<number, { key: Uint8Array; text: string }>()
const RANDOM_AT = 16

/** As base58Text, for a key at `start` that many rows share: owners, trees, mints, delegates. Those met last are kept. */
export function keyText(bytes: Uint8Array, start: number): string {
  let id = 0
  for (let at = start + RANDOM_AT; at < start + RANDOM_AT + 4; at++) id = (id << 8) | (bytes[at] ?? 0)
  const known = kept.get(id)
  if (known !== undefined && holds(bytes, start, known.key)) return known.text
  if (kept.size >= MOST_KEPT) kept.clear()
  const key = bytes.slice(start, start + KEY_BYTES)
  const text = base58Text(key)
  kept.set(id, { key, text })
  return text
}

function holds(bytes: Uint8Array, start: number, key: Uint8Array): boolean {
  for (let i = 0; i < KEY_BYTES; i++) if (bytes[start + i] !== key[i]) return false
  return true
}

/** 58^4: a limb times 2^24 and a carry stay below 2^53, and a limb is two pairs of digits. */
const LIMB = 58 ** 4
const PAIR = 58 ** 2
const PAIRS = [...ALPHABET].flatMap((high) => [...ALPHABET].map((low) => high + low))

/** Limbs of the number at hand, the lowest first: 128 bytes are 175 digits. */
const limbs = new Float64Array(44)

function digitsOfShort(bytes: Uint8Array, start: number, end: number): string {
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
