import { createContext, Fragment, type MouseEvent, type ReactNode, useContext } from 'react'
import type { TokenUnits } from '@/lib/account/mints/contract'
import { escapeInvisible } from '@/lib/format/text'
import { type Column, type ColumnName, nextSort, type Sort } from '@/lib/listing/address/columns'
import type { RowsName } from '@/lib/protocol/rpc/items'
import { Link } from '../ui/link'
import { SymbolRoom } from './symbol-room'

export interface Sorting {
  sort: Sort | null
  hrefOf(sort: Sort | null): string
}

/** Null: headings do not sort. */
export const SortingContext = createContext<Sorting | null>(null)

export interface RowWindow {
  /** Index among all rows; `start` and `end` in pixels from the top of the first row. */
  drawn: readonly { index: number; start: number; end: number }[]
  /** Pixels of all rows. */
  height: number
  rowsBefore: number
  rowCount: number | null
  measure(body: HTMLElement | null): () => void
}

/** aria-rowcount, header included; -1: unknown. */
export function rowCountOf(window: RowWindow | undefined): number | undefined {
  if (!window) return undefined
  return window.rowCount === null ? -1 : window.rowCount + 1
}

/** Windowed rows have a tbody each, because an open row is two rows measured as one. */
export function TableRows<T>({
  items,
  identity,
  columns,
  window,
  children,
}: {
  items: readonly T[]
  identity(item: T): string
  columns: number
  window?: RowWindow | undefined
  children(item: T, rowIndex: number | undefined): ReactNode
}) {
  if (!window) {
    return (
      <tbody>
        {items.map((item) => (
          <Fragment key={identity(item)}>{children(item, undefined)}</Fragment>
        ))}
      </tbody>
    )
  }
  const bodies: ReactNode[] = []
  let reached = 0
  for (const { index, start, end } of window.drawn) {
    const item = items[index]
    if (item === undefined) continue
    const key = reached === 0 ? 'above' : `before ${index}`
    if (start > reached) bodies.push(<Gap key={key} height={start - reached} columns={columns} />)
    bodies.push(
      <tbody key={identity(item)} data-index={index} ref={window.measure}>
        {children(item, window.rowsBefore + index + 2)}
      </tbody>,
    )
    reached = end
  }
  if (window.height > reached) bodies.push(<Gap key="below" height={window.height - reached} columns={columns} />)
  return bodies
}

/** Browser only: the CSP refuses style attributes in served HTML. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={columns} className="p-0!" style={{ height }} />
      </tr>
    </tbody>
  )
}

export interface OpenRow {
  hash: string | null
  hrefFor(hash: string | null): string
  onToggle(event: MouseEvent, hash: string | null): void
}

export function RowOpener({ hash, what, open }: { hash: string; what: string; open: OpenRow }) {
  const isOpen = open.hash === hash
  const target = isOpen ? null : hash
  return (
    // biome-ignore lint/a11y/useAnchorContent: named by its label, which is not copied with the row's text
    <a
      href={open.hrefFor(target)}
      onClick={(event) => open.onToggle(event, target)}
      aria-expanded={isOpen}
      id={hash}
      aria-label={`${isOpen ? 'Close' : 'Open'} ${what} ${escapeInvisible(hash)}`}
      className="row-opener"
    />
  )
}

/** A column added to lib/listing/address/columns.ts does not compile without its cell. */
export type Cells<R extends RowsName, Row> = { readonly [Name in ColumnName<R>]: (row: Row) => ReactNode }

/** @param units where amounts show their unit: no heading names it, and those of amounts stand over the digits */
export function ColumnHeads({ columns, units = null }: { columns: readonly Column[]; units?: TokenUnits | null }) {
  const sorting = useContext(SortingContext)
  return columns.map((column) => {
    const { name, heading, unit, figure } = column
    const words = unit ? `${heading} (${unit})` : heading
    const shown = units ? heading : words
    const current = sorting?.sort?.column === name ? sorting.sort : null
    return (
      <th
        key={name}
        scope="col"
        // Before the copy button of an amount.
        className={figure ? `figure ${unit ? 'pe-9!' : ''}` : undefined}
        aria-sort={current ? (current.descending ? 'descending' : 'ascending') : undefined}
      >
        {sorting && !column.isUnsorted ? (
          <Link href={sorting.hrefOf(nextSort(column, sorting.sort))} scroll={false} rel="nofollow">
            {shown}
          </Link>
        ) : (
          <span>{shown}</span>
        )}
        {unit && <SymbolRoom units={units} />}
      </th>
    )
  })
}

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
