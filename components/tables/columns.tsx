import type { ReactNode } from 'react'
import type { RowsName } from '@/lib/rpc/items'
import type { Column, ColumnName } from '@/lib/urls/columns'

/** What stands in a row, for each column of its kind: one more in lib/urls/columns.ts does not compile without its cell. */
export type Cells<R extends RowsName, Row> = { readonly [Name in ColumnName<R>]: (row: Row) => ReactNode }

/** The headings of the columns that are shown. Inside the row of a table's head. */
export function ColumnHeads({ columns }: { columns: readonly Column[] }) {
  return columns.map(({ name, heading, unit, figure }) => (
    <th key={name} scope="col" className={figure ? 'figure' : undefined}>
      {unit ? `${heading} (${unit})` : heading}
    </th>
  ))
}

/** One row's cells in these columns. */
export function RowCells<Name extends string, Row>({
  columns,
  cells,
  row,
}: {
  columns: readonly Column<Name>[]
  cells: Readonly<Record<Name, (row: Row) => ReactNode>>
  row: Row
}) {
  return columns.map(({ name, heading, figure, card = 'none' }) => (
    <td key={name} data-label={heading} data-card={card} className={figure ? 'figure' : undefined}>
      {cells[name](row)}
    </td>
  ))
}
