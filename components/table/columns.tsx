import { type ReactNode, useContext } from 'react'
import type { Column, ColumnName } from '@/lib/listing/address/columns'
import { nextSort } from '@/lib/listing/address/sort'
import type { RowsName } from '@/lib/protocol/rpc/items'
import { Link } from '../ui/link'
import { SortingContext } from './sorting'

/** What stands in a row, for each column of its kind: one more in lib/listing/address/columns.ts does not compile without its cell. */
export type Cells<R extends RowsName, Row> = { readonly [Name in ColumnName<R>]: (row: Row) => ReactNode }

/**
 * The headings of the columns that are shown, which sort the list where it can be sorted. Inside the row of a table's head.
 * @param bare true where amounts have their unit beside them.
 */
export function ColumnHeads({ columns, bare = false }: { columns: readonly Column[]; bare?: boolean }) {
  const sorting = useContext(SortingContext)
  return columns.map((column) => {
    const { name, heading, unit, figure } = column
    const words = unit ? `${heading} (${unit})` : heading
    const shown = bare ? heading : words
    const current = sorting?.sort?.column === name ? sorting.sort : null
    return (
      <th
        key={name}
        scope="col"
        className={figure ? 'figure' : undefined}
        aria-sort={current ? (current.descending ? 'descending' : 'ascending') : undefined}
      >
        {sorting ? (
          <Link href={sorting.hrefOf(nextSort(column, sorting.sort))} scroll={false} rel="nofollow">
            {shown}
          </Link>
        ) : (
          shown
        )}
      </th>
    )
  })
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
