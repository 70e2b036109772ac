import type { UrlSlice } from '../../page/address'
import type { Items, RowsName } from '../../protocol/rpc/items'
import { type CellValue, cellReader } from './column-values'
import type { Sort } from './columns'

/** Negative if `a` comes first. Empty cells come last in both directions. */
export function compareCells(a: CellValue, b: CellValue, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  // A name of another version of an IDL may have had values of another kind.
  if ((typeof a === 'string') !== (typeof b === 'string')) return typeof a === 'string' ? 1 : -1
  const order = a < b ? -1 : a > b ? 1 : 0
  return descending ? -order : order
}

export function sortedIndices(cells: readonly CellValue[], descending: boolean): number[] {
  return cells.map((_, i) => i).sort((a, b) => compareCells(cells[a] ?? null, cells[b] ?? null, descending))
}

export function sortRows<R extends RowsName>(
  rows: R,
  items: readonly Items[R][],
  { column, descending }: Sort,
  slice: UrlSlice | null,
): Items[R][] {
  const value = cellReader(rows, column)
  const cells = items.map((item) => value(item, slice))
  return sortedIndices(cells, descending).map((i) => items[i] as Items[R])
}
