import { groupDigits, type Integer, LOCALE } from './integers'

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
