import { None } from '@/components/ui/amounts'
import type { ComparedSide, Comparison } from '@/lib/compare/contract'
import { formatCount, groupDigits } from '@/lib/format/numbers'

export function SidesTable({ comparison: { sides, slotsApart } }: { comparison: Comparison }) {
  return (
    <section aria-labelledby="sides">
      <h2 id="sides" className="pb-2 text-base">
        {`Indexers${slotsApart === null ? '' : slotsApart === 0 ? ', at the same slot' : `, ${formatCount(slotsApart, 'slot')} apart`}`}
      </h2>
      <div className="panel sheet">
        <table className="rows" aria-label="Indexers compared">
          <thead>
            <tr>
              {['Indexer', 'Slot', 'Rows', 'Requests', 'Read'].map((heading) => (
                <th key={heading} scope="col" className={FIGURES.includes(heading) ? 'figure' : ''}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sides.map((side) => (
              <tr key={side.label} className="row">
                <td data-label="Indexer" className="font-semibold">
                  {side.label}
                </td>
                <td data-label="Slot" className="figure">
                  {side.slots ? slotWords(side.slots) : <None />}
                </td>
                <td data-label="Rows" className="figure">
                  {side.rows === null ? <None /> : groupDigits(side.rows)}
                </td>
                <td data-label="Requests" className="figure">
                  {groupDigits(side.calls)}
                </td>
                <td data-label="Read" className="whitespace-normal! sm:min-w-64">
                  <ReadWords side={side} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const FIGURES = ['Slot', 'Rows', 'Requests']

function ReadWords({ side: { failed, partBecause, rows } }: { side: ComparedSide }) {
  if (failed !== null) return <span className="text-fail">{failed}</span>
  if (partBecause !== null) return <span className="text-doubt">{`In part: ${partBecause}.`}</span>
  return <span>{rows === null ? 'Answered' : 'Whole'}</span>
}

function slotWords({ from, to }: { from: number; to: number }): string {
  return from === to ? groupDigits(to) : `${groupDigits(from)} to ${groupDigits(to)}`
}
