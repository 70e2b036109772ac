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

const RULES = new Intl.PluralRules(LOCALE)

/** A number with its noun: `1 row`, `2,500 rows`. */
export function counted(count: Integer, one: string, many?: string): string {
  return `${groupDigits(count)} ${nounFor(count, one, many)}`
}

/** The noun alone, for where its number is drawn by itself. */
export function nounFor(count: Integer, one: string, many = `${one}s`): string {
  // What is rounded above 2^53 is many all the same.
  return RULES.select(Number(count)) === 'one' ? one : many
}
