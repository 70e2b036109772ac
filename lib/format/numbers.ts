/** JSON integers may parse to number or bigint; both are exact (lib/protocol/rpc/json.ts). */
export type Integer = number | bigint

export const LOCALE = 'en-US'

const GROUPED = new Intl.NumberFormat(LOCALE)

export function groupDigits(value: Integer): string {
  return GROUPED.format(BigInt(value))
}

/** 8 bytes in account order: the u64 is little-endian (facts/light-events.md 7). */
export function discriminatorHex(value: Integer): string {
  const bigEndian = BigInt(value).toString(16).padStart(16, '0')
  return (bigEndian.match(/../g) ?? []).reverse().join(' ')
}

const RULES = new Intl.PluralRules(LOCALE)

export function formatCount(count: Integer, one: string, many?: string): string {
  return `${groupDigits(count)} ${nounFor(count, one, many)}`
}

export function nounFor(count: Integer, one: string, many = `${one}s`): string {
  return RULES.select(Number(count)) === 'one' ? one : many
}
