import { useState } from 'react'
import { groupDigits } from '@/lib/format/numbers'
import type { VerdictPeriod } from '@/lib/status/history/contract'
import { CHARTS, type Columns } from './series'
import { verdictAt } from './state-runs'

/** Built when opened, newest first; for keyboards and screen readers. */
export function ValuesTable({ columns, periods }: { columns: Columns; periods: readonly VerdictPeriod[] }) {
  const [isOpen, setOpen] = useState(false)
  if (columns.at.length === 0) return null
  const newestFirst = columns.at.map((_, i) => columns.at.length - 1 - i)
  return (
    <details className="needs-script" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-sm">Chart values as a table</summary>
      {isOpen && (
        <div className="panel sheet mt-2">
          <table className="rows" aria-label="Chart values">
            <thead>
              <tr>
                <th scope="col">Time (UTC)</th>
                <th scope="col">Status</th>
                <th scope="col" className="figure">
                  Slot
                </th>
                {CHARTS.map(({ id, title }) => (
                  <th key={id} scope="col" className="figure">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {newestFirst.map((index) => {
                const seconds = columns.at[index] ?? 0
                const slot = columns.points[index]?.slot ?? null
                return (
                  <tr key={seconds} className="row">
                    <td data-label="Time (UTC)" className="number">
                      {new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 19)}
                    </td>
                    <td data-label="Status">{verdictAt(periods, seconds * 1000) ?? 'no data'}</td>
                    <td data-label="Slot" className="figure">
                      {slot === null ? '–' : groupDigits(slot)}
                    </td>
                    {CHARTS.map((kind) => {
                      const value = columns[kind.draws[0]][index] ?? null
                      return (
                        <td key={kind.id} data-label={kind.title} className="figure">
                          {value === null ? '–' : kind.format(value)}
                        </td>
                      )
                    })}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}
