import { MAX_LIMIT } from './primitives'

/** What the rows of a page must be in an address. */
export const PAGE_LIMIT_RULE = `must be a whole number from 1 to ${MAX_LIMIT}`

/** The number of rows that a text names in digits, as links write it; null for any other text. */
export function readPageLimit(text: string): number | null {
  const limit = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= MAX_LIMIT ? limit : null
}
