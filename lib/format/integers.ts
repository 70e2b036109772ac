/** An integer that JSON may have brought as number or bigint; both exact (lib/protocol/rpc/json.ts). */
export type Integer = number | bigint

/** Whose words and digits these are. One language for now: numbers, plurals and compact figures take it from here. */
export const LOCALE = 'en-US'

const GROUPED = new Intl.NumberFormat(LOCALE)

/** Digits in groups of three: `9,007,199,254,740,995`. */
export function groupDigits(value: Integer): string {
  return GROUPED.format(BigInt(value))
}

/**
 * The 8 bytes of a discriminator in hex, in the order they have in the account: the u64 is read little-endian
 * (facts/light-events.md 7).
 */
export function discriminatorHex(value: Integer): string {
  const bigEndian = BigInt(value).toString(16).padStart(16, '0')
  return (bigEndian.match(/../g) ?? []).reverse().join(' ')
}
