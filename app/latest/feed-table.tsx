import Link from 'next/link'
import { memo } from 'react'
import { BlockTime } from '@/components/values/block-time'
import { Digits } from '@/components/values/digits'
import { Identifier } from '@/components/values/identifier'
import { groupDigits } from '@/lib/format/integers'
import { type Cluster, latestHref, txHref } from '@/lib/urls/links'
import { bySlot, type FeedRow, type SlotGroup } from './feed'

/** Signatures by slot, newest first, and the places where some may not have been seen. Interface 2.8. */
export function FeedTable({ rows, cluster, limit }: { rows: readonly FeedRow[]; cluster: Cluster; limit: number }) {
  return (
    <table className="rows" aria-label="Signatures">
      <thead>
        <tr>
          <th scope="col" data-label="Slot">
            Slot
          </th>
          <th scope="col" data-label="Signature">
            Signature
          </th>
          <th scope="col" data-label="Time">
            Time
          </th>
        </tr>
      </thead>
      {bySlot(rows).map((group) => (
        <Slot key={group.key} group={group} cluster={cluster} limit={limit} />
      ))}
    </table>
  )
}

interface SlotProps {
  group: SlotGroup
  cluster: Cluster
  limit: number
}

/** On a phone it stands beside the slot, where there is room: no row grows, and none below it moves. */
function Left({ className }: { className: string }) {
  return (
    <span className={`chip chip-doubt ms-2 ${className}`} title="The indexer listed this signature and no longer does">
      Left the chain
    </span>
  )
}

/** One slot's rows. Rendered again only when they change: the feed is long and moves every few seconds. */
const Slot = memo(
  function Slot({ group, cluster, limit }: SlotProps) {
    const { slot, rows, gap } = group
    return (
      <tbody>
        {gap && (
          <tr className="row bg-doubt-soft">
            <td colSpan={3} className="whitespace-normal!">
              <span className="text-doubt">
                Gap: some signatures between slot <Digits value={slot} /> and <Digits value={gap.newerSlot} /> were not
                seen.
              </span>{' '}
              <Link href={latestHref({ cursor: gap.cursor, limit }, cluster)} prefetch={false}>
                Read them
              </Link>
            </td>
          </tr>
        )}
        {rows.map((row, i) => (
          <tr key={row.signature} className={`row ${i > 0 ? 'border-t-0!' : ''}`}>
            <td data-label="Slot" className={i > 0 ? 'text-muted' : ''}>
              <span>
                <Digits value={slot} />
                {i === 0 && rows.length > 1 && (
                  <span className="chip ms-2">
                    {groupDigits(rows.length)} <span className="sr-only">signatures in this slot</span>
                  </span>
                )}
                {row.left && <Left className="sm:hidden" />}
              </span>
            </td>
            <td data-label="Signature">
              <Identifier text={row.signature} what="signature" href={txHref(row.signature, cluster)} short roomy />
              {row.left && <Left className="max-sm:hidden" />}
            </td>
            <td data-label="Time">
              <BlockTime seconds={row.blockTime} />
            </td>
          </tr>
        ))}
      </tbody>
    )
  },
  (before, after) =>
    before.cluster === after.cluster &&
    before.limit === after.limit &&
    before.group.gap?.cursor === after.group.gap?.cursor &&
    before.group.gap?.newerSlot === after.group.gap?.newerSlot &&
    before.group.rows.length === after.group.rows.length &&
    before.group.rows.every((row, i) => {
      const now = after.group.rows[i]
      return row.signature === now?.signature && row.left === now.left
    }),
)
