import { None } from '@/components/ui/amounts'
import type { ComparedSide, Comparison } from '@/lib/compare/contract'
import { counted, groupDigits } from '@/lib/format/numbers'

export function SidesTable({ comparison: { sides, slotsApart } }: { comparison: Comparison }) {
  const slots = sides.flatMap((side) => (side.slots ? [side.slots.from, side.slots.to] : []))
  const range = { from: Math.min(...slots), to: Math.max(...slots) }
  return (
    <section aria-labelledby="sides">
      <h2 id="sides" className="pb-2 text-base">
        Indexers
      </h2>
      <div className="panel sheet">
        <table className="rows" aria-label="Indexers compared">
          <thead>
            <tr>
              <th scope="col">Indexer</th>
              <th scope="col" className="figure">
                Slot
              </th>
              <th scope="col">{slotsApart === null ? 'Apart' : apartWords(slotsApart)}</th>
              <th scope="col" className="figure">
                Rows
              </th>
              <th scope="col" className="figure">
                Requests
              </th>
              <th scope="col">Read</th>
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
                <td data-label="Apart" className="sm:w-1/3">
                  {side.slots && <SlotBar slots={side.slots} range={range} />}
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

function ReadWords({ side: { failed, partBecause, rows } }: { side: ComparedSide }) {
  if (failed !== null) return <span className="text-fail">{failed}</span>
  if (partBecause !== null) return <span className="text-doubt">{`In part: ${partBecause}.`}</span>
  return <span>{rows === null ? 'Answered' : 'Whole'}</span>
}

function apartWords(slots: number): string {
  return slots === 0 ? 'Same slot' : `${counted(slots, 'slot')} apart`
}

function slotWords({ from, to }: { from: number; to: number }): string {
  return from === to ? groupDigits(to) : `${groupDigits(from)} to ${groupDigits(to)}`
}

function SlotBar({ slots, range }: { slots: { from: number; to: number }; range: { from: number; to: number } }) {
  const span = Math.max(1, range.to - range.from)
  const at = (slot: number) => (range.to === range.from ? 100 : ((slot - range.from) / span) * 100)
  const [start, end] = [at(slots.from), at(slots.to)]
  return (
    <svg className="block h-3 w-full min-w-28" preserveAspectRatio="none" viewBox="0 0 104 10" aria-hidden="true">
      <line
        x1="2"
        x2="102"
        y1="5"
        y2="5"
        stroke="var(--color-line)"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
      <line
        x1={2 + start}
        x2={2 + end}
        y1="5"
        y2="5"
        stroke="var(--color-leaf)"
        strokeWidth="8"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
