import { Fragment, type ReactNode } from 'react'

/** Which rows of a long table are drawn; the others are empty space of their height. */
export interface RowWindow {
  /** Drawn rows by their index among all, with the pixels from the first row's top to their own top and bottom. */
  drawn: readonly { index: number; start: number; end: number }[]
  /** Pixels of all rows. */
  height: number
  /** Rows of the list that come before the first one loaded. */
  rowsBefore: number
  /** Rows of the whole list; null while its end was not seen. */
  rowCount: number | null
  /** Told of every drawn row, so that its height is known. */
  measure(element: HTMLElement | null): void
}

/** What a table with a window says of its size: the header is its first row. -1: not known. */
export function rowCountOf(window: RowWindow | undefined): number | undefined {
  if (!window) return undefined
  return window.rowCount === null ? -1 : window.rowCount + 1
}

/**
 * The rows of a table: all of them, or those of a window. With a window each row has a body of its own, because an open
 * row is two rows that are measured as one.
 */
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
  /** One row; `rowIndex` is its place in the whole table for assistive technology. */
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

/** Drawn in the browser only, never by the server: a style attribute in served HTML would be refused. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={columns} className="p-0!" style={{ height }} />
      </tr>
    </tbody>
  )
}
