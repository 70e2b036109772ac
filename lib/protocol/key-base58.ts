/* Not in base58.ts, whose tables would be loaded by every page in a browser. */

export const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
export const GROUP_DIGITS = 8
const POWERS = [58n ** 8n]
/** 58 to the power of 8 * 2^level. */
export const powerOf = (level: number): bigint => (POWERS[level] ??= powerOf(level - 1) ** 2n)

export function keyBase58(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let hex = '0x0'
  for (let at = start; at < end; at++) hex += (bytes[at] ?? 0).toString(16).padStart(2, '0')
  const eights = Math.ceil(((end - start) * Math.log(256)) / Math.log(58 ** GROUP_DIGITS))
  // Base58 has one leading `1` per leading zero byte.
  let zeros = start
  while (zeros < end && bytes[zeros] === 0) zeros++
  return '1'.repeat(zeros - start) + digitsOf(BigInt(hex), eights).replace(/^1+/, '')
}

/** Divides by halves, so that few divisions are long. */
function digitsOf(value: bigint, eights: number): string {
  if (eights > 1) {
    const level = 31 - Math.clz32(eights - 1)
    const high = value / powerOf(level)
    return digitsOf(high, eights - 2 ** level) + digitsOf(value - high * powerOf(level), 2 ** level)
  }
  let digits = ''
  for (let rest = Number(value), i = 0; i < GROUP_DIGITS; i++, rest = Math.floor(rest / 58)) {
    digits = ALPHABET[rest % 58] + digits
  }
  return digits
}
