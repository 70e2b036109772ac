import type { RowsName } from '../../protocol/rpc/items'
import { type Column, columnsOf } from './columns'

/*
 * How a list is sorted, as addresses and the API name it: `sort=<column>`, or `sort=-<column>` with the greatest first.
 * Columns have the names that `columns=` has. design.md 4.3.
 */

/** By which column a list is sorted, and in which direction. */
export interface Sort {
  column: string
  descending: boolean
}

/** Reads the text of a sort; null for text that names no column of these rows. */
export function readSort(rows: RowsName, text: string): Sort | null {
  const descending = text.startsWith('-')
  const column = descending ? text.slice(1) : text
  return columnsOf(rows).some(({ name }) => name === column) ? { column, descending } : null
}

/** The text that readSort() reads. */
export function sortText({ column, descending }: Sort): string {
  return descending ? `-${column}` : column
}

/** What a sort of these rows may be, in words that complete "sort …". */
export function sortRule(rows: RowsName): string {
  const names = columnsOf(rows).map(({ name }) => name)
  return `must be one of ${names.join(', ')}, or one of them behind a minus: greatest first`
}

/** What a column is sorted by. */
export function orderOf({ figure, order }: Column): 'age' | 'length' | 'size' | 'alphabet' {
  return order ?? (figure ? 'size' : 'alphabet')
}

/**
 * The sort that a click on a column's heading leads to: the newest, longest or greatest first, texts from the beginning of
 * the alphabet; the other direction; and none.
 */
export function nextSort(column: Column, current: Sort | null): Sort | null {
  const { name } = column
  const falling = orderOf(column) !== 'alphabet'
  if (current?.column !== name) return { column: name, descending: falling }
  return current.descending === falling ? { column: name, descending: !falling } : null
}
