import type { ReactNode } from 'react'

export interface PlainColumn<Row> {
  heading: string
  /** On a card, in place of the heading. */
  label?: string
  /** Place on a card, which phones show for a row. */
  card?: 'first' | 'first-end' | 'second' | 'second-end' | 'none'
  figure?: boolean
  className?(row: Row): string
  cell(row: Row): ReactNode
}

/** A table of complete rows: not sorted, paged or opened. */
export function PlainTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  inTokens = false,
  className = 'panel sheet',
}: {
  label: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
  inTokens?: boolean
  className?: string
}) {
  return (
    <div className={className}>
      <table className={`rows cards ${inTokens ? 'in-tokens' : ''}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ heading, figure }) => (
              <th scope="col" key={heading} className={figure ? 'figure' : undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="row">
              {columns.map(({ heading, label = heading, card, figure, className, cell }) => (
                <td
                  key={heading}
                  data-label={label}
                  data-card={card}
                  className={`${figure ? 'figure' : ''} ${className?.(row) ?? ''}`}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
