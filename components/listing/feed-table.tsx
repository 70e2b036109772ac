import { memo, useMemo } from 'react'
import { SIGNATURE_CELLS, type SignatureCells, useSignatureColumns } from '@/components/table/signatures-table'
import { ColumnHeads, RowCells } from '@/components/table/table-rows'
import { Digits } from '@/components/ui/digits'
import { Link } from '@/components/ui/link'
import { groupDigits } from '@/lib/format/numbers'
import { latestHref } from '@/lib/listing/address/list-address'
import type { Cluster } from '@/lib/page/address'
import { type FeedRow, groupBySlot, type SlotGroup } from '../../lib/listing/live-feed'

/** Newest slot first, with gaps where signatures may be missing. Interface 2.8. */
export function FeedTable({
  rows,
  columns,
  cluster,
  limit,
}: {
  rows: readonly FeedRow[]
  columns: readonly string[] | null
  cluster: Cluster
  limit: number
}) {
  const own = useSignatureColumns(columns)
  const shown = useMemo(() => slotFirst(own), [own])
  return (
    <table className="rows cards" aria-label="Signatures" data-chosen={columns ? '' : undefined}>
      <thead>
        <tr>
          <ColumnHeads columns={shown} />
        </tr>
      </thead>
      {groupBySlot(rows).map((group) => (
        <Slot key={group.key} group={group} columns={shown} cluster={cluster} limit={limit} />
      ))}
    </table>
  )
}

type FeedColumns = ReturnType<typeof useSignatureColumns>

function slotFirst(columns: FeedColumns): FeedColumns {
  const lead = columns.filter(({ name }) => name === 'slot').map((column) => ({ ...column, figure: false }))
  return [...lead, ...columns.filter(({ name }) => name !== 'slot')]
}

interface SlotProps {
  group: SlotGroup
  columns: FeedColumns
  cluster: Cluster
  limit: number
}

function Left({ className }: { className: string }) {
  return (
    <span
      className={`chip chip-doubt ms-2 ${className}`}
      title="The indexer listed this signature before and no longer does."
    >
      No longer listed
    </span>
  )
}

interface ShownFeedRow {
  item: FeedRow
  place: number
  group: SlotGroup
  cluster: Cluster
}

const CELLS: SignatureCells<ShownFeedRow> = {
  ...SIGNATURE_CELLS,
  slot: ({ item: { left }, place, group: { slot, rows } }) => (
    <span className={place > 0 ? 'text-muted' : undefined}>
      <Digits value={slot} />
      {place === 0 && rows.length > 1 && (
        <span className="chip ms-2">
          <span>{groupDigits(rows.length)}</span> <span className="sr-only">signatures in this slot</span>
        </span>
      )}
      {left && <Left className="sm:hidden" />}
    </span>
  ),
  signature: (row) => (
    <>
      {SIGNATURE_CELLS.signature(row)}
      {row.item.left && <Left className="max-sm:hidden" />}
    </>
  ),
}

/** Memoized: the feed is long and updates every few seconds. */
const Slot = memo(
  function Slot({ group, columns, cluster, limit }: SlotProps) {
    const { slot, rows, gap } = group
    return (
      <tbody>
        {gap && (
          <tr className="row bg-doubt-soft">
            <td colSpan={columns.length} className="whitespace-normal!">
              <span className="text-doubt">
                Gap: signatures between slots <Digits value={slot} /> and <Digits value={gap.newerSlot} /> may be
                missing.
              </span>{' '}
              <Link href={latestHref({ cursor: gap.cursor, limit }, cluster)}>Show them</Link>
            </td>
          </tr>
        )}
        {rows.map((row, i) => (
          <tr key={row.signature} className={`row ${i > 0 ? 'border-t-0!' : ''}`}>
            <RowCells columns={columns} cells={CELLS} row={{ item: row, place: i, group, cluster }} />
          </tr>
        ))}
      </tbody>
    )
  },
  (before, after) =>
    before.cluster === after.cluster &&
    before.columns === after.columns &&
    before.limit === after.limit &&
    JSON.stringify(before.group) === JSON.stringify(after.group),
)
