import { createContext } from 'react'
import type { Sort } from '@/lib/listing/address/columns'

export interface Sorting {
  sort: Sort | null
  hrefOf(sort: Sort | null): string
}

/** Null: headings do not sort. */
export const SortingContext = createContext<Sorting | null>(null)
