import { Fragment, type ReactNode } from 'react'
import type { TokenUnits } from '@/lib/account/mints/contract'
import type { CardPlace } from '@/lib/listing/address/columns'
import { SymbolRoom } from './symbol-room'

export interface PlainColumn<Row> {
  heading: string
  /** On a card, in place of the heading. */
  label?: string
  /** Place on a card, which phones show for a row. */
  card?: CardPlace | 'none' | ((row: Row) => CardPlace | 'none' | undefined)
  figure?: boolean
  /** Of its amounts. */
  units?: TokenUnits | null
  className?(row: Row): string
  cell(row: Row): ReactNode
}

/** A table of complete rows: not sorted, paged or opened. */
export function PlainTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  isOpen,
  noteBelow,
  inTokens = false,
  className = 'panel sheet',
}: {
  label: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
  isOpen?(row: Row): boolean
  noteBelow?(row: Row): ReactNode
  inTokens?: boolean
  className?: string
}) {
  return (
    <div className={className}>
      <table className={`rows cards ${inTokens ? 'in-tokens' : ''}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ heading, figure, units = null }) => (
              <th scope="col" key={heading} className={figure ? 'figure' : undefined}>
                <span>{heading}</span>
                <SymbolRoom units={units} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const note = noteBelow?.(row)
            return (
              <Fragment key={keyOf(row)}>
                <tr className="row" data-open={isOpen?.(row) ? '' : undefined}>
                  {columns.map(({ heading, label = heading, card, figure, className, cell }) => (
                    <td
                      key={heading}
                      data-label={label}
                      data-card={typeof card === 'function' ? card(row) : card}
                      className={`${figure ? 'figure' : ''} ${className?.(row) ?? ''}`}
                    >
                      {cell(row)}
                    </td>
                  ))}
                </tr>
                {note && (
                  <tr className="row">
                    <td colSpan={columns.length} className="text-muted">
                      {note}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
