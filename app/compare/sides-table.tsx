import { type PlainColumn, PlainTable } from '@/components/table/plain-table'
import { None } from '@/components/ui/amounts'
import type { ComparedSide, Comparison } from '@/lib/compare/contract'
import { formatCount, groupDigits } from '@/lib/format/numbers'

export function SidesTable({ comparison: { sides, slotsApart } }: { comparison: Comparison }) {
  return (
    <section aria-labelledby="sides">
      <h2 id="sides" className="pb-2 text-base">
        {`Indexers${slotsApart === null ? '' : slotsApart === 0 ? ', at the same slot' : `, ${formatCount(slotsApart, 'slot')} apart`}`}
      </h2>
      <PlainTable label="Indexers compared" columns={COLUMNS} rows={sides} keyOf={({ label }) => label} />
    </section>
  )
}

const COLUMNS: readonly PlainColumn<ComparedSide>[] = [
  { heading: 'Indexer', card: 'first', className: () => 'font-semibold', cell: ({ label }) => label },
  { heading: 'Slot', figure: true, cell: ({ slots }) => (slots ? slotWords(slots) : <None />) },
  { heading: 'Rows', figure: true, cell: ({ rows }) => (rows === null ? <None /> : groupDigits(rows)) },
  { heading: 'Requests', figure: true, cell: ({ calls }) => groupDigits(calls) },
  { heading: 'Read', className: () => 'whitespace-normal! sm:min-w-64', cell: (side) => <ReadWords side={side} /> },
]

function ReadWords({ side: { failed, partBecause, rows } }: { side: ComparedSide }) {
  if (failed !== null) return <span className="text-fail">{failed}</span>
  if (partBecause !== null) return <span className="text-doubt">{`In part: ${partBecause}.`}</span>
  return <span>{rows === null ? 'Answered' : 'Whole'}</span>
}

function slotWords({ from, to }: { from: number; to: number }): string {
  return from === to ? groupDigits(to) : `${groupDigits(from)} to ${groupDigits(to)}`
}
