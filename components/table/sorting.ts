import { createContext } from 'react'
import type { Sort } from '@/lib/listing/address/columns'

/** How the rows of a table are sorted, and where its headings lead. */
export interface Sorting {
  /** null: in the list's own order. */
  sort: Sort | null
  /** The same list in another order, from its first page on. */
  hrefOf(sort: Sort | null): string
}

/** Of the list that a table belongs to; null: its headings sort nothing. */
export const SortingContext = createContext<Sorting | null>(null)
