const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** 58^9, the largest power of 58 below 2^53: nine digits at a time, then in plain numbers. */
const NINE_DIGITS = 58n ** 9n

/**
 * Bytes as base58. The packages encode digit by digit, in time that grows with the square of the length: 0.8 ms for
 * the 1.2 kB of an airdrop's inner instruction, against 0.1 ms here, and the first stretch has hundreds of them.
 */
export function base58Text(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  if (zeros < 0) return '1'.repeat(bytes.length)
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
  return '1'.repeat(zeros) + digits
}
