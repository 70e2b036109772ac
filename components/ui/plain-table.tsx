import type { ReactNode } from 'react'

export interface PlainColumn<T> {
  name: string
  className?: 'number' | 'figure' | 'whitespace-normal!'
  cell(row: T): ReactNode
}

/** A short table; on a phone each row is a card. */
export function PlainTable<T>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string
  columns: readonly PlainColumn<T>[]
  rows: readonly T[]
  keyOf(row: T): string
}) {
  return (
    <div className="panel sheet">
      <table className="rows" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, className }) => (
              <th key={name} scope="col" className={className === 'figure' ? className : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="row">
              {columns.map(({ name, className, cell }) => (
                <td key={name} data-label={name} className={className}>
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
