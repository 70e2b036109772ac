import { LIMITS } from '../../page/address'

/** A page size in a list's menu. */
export interface PageSize {
  limit: number
  href: string
  current: boolean
}

/** The menu of page sizes: those of LIMITS, and the page's own where the address names another one. */
export function pageSizes(current: number, hrefOf: (limit: number) => string): PageSize[] {
  const sizes = [...new Set([...LIMITS, current])].sort((one, other) => one - other)
  return sizes.map((limit) => ({ limit, href: hrefOf(limit), current: limit === current }))
}
