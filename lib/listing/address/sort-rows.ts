import type { UrlSlice } from '../../page/address'
import type { Items, RowsName } from '../../protocol/rpc/items'
import { type CellValue, cellReader } from './column-values'
import type { Sort } from './columns'

/** Which of two cells stands above the other, below 0 for the first. Empty ones stand last in both directions. */
export function compareCells(a: CellValue, b: CellValue, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const order = a < b ? -1 : a > b ? 1 : 0
  return descending ? -order : order
}

/** Indices of cells in sorted order; equal ones keep the order that they have. */
export function orderOf(cells: readonly CellValue[], descending: boolean): number[] {
  return cells.map((_, i) => i).sort((a, b) => compareCells(cells[a] ?? null, cells[b] ?? null, descending))
}

/** Rows sorted by a column, as many as they are; equal ones keep the order that they have. */
export function sortRows<R extends RowsName>(
  rows: R,
  items: readonly Items[R][],
  { column, descending }: Sort,
  slice: UrlSlice | null,
): Items[R][] {
  const value = cellReader(rows, column)
  const cells = items.map((item) => value(item, slice))
  return orderOf(cells, descending).map((i) => items[i] as Items[R])
}
