import { MAX_LIMIT } from './primitives'

export const PAGE_LIMIT_RULE = `must be a whole number from 1 to ${MAX_LIMIT}`

export function readPageLimit(text: string): number | null {
  const limit = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= MAX_LIMIT ? limit : null
}
