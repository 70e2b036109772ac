import Link from 'next/link'
import { Age } from '@/components/values/block-time'
import type { StatusHistory } from '@/lib/api/history'
import { type Cluster, statusHref } from '@/lib/urls/links'
import { defaultRange, RETENTION_MS, rangeParams } from '@/lib/urls/status-range'

/** Who records the history, since when, and why there is none if there is none. */
export function RecordedBy({ history, cluster, nowMs }: { history: StatusHistory; cluster: Cluster; nowMs: number }) {
  const { recordedBy, reason, oldest, points, to } = history
  const nothing = points.length === 0
  return (
    <>
      {recordedBy === 'nobody' && (
        <p className="stale">
          <strong className="font-semibold">Nobody records this history.</strong> {reason}
        </p>
      )}
      {nothing && (
        <p className="panel px-4 py-3 text-sm">
          {oldest === null ? (
            'Nothing is recorded yet. The first look at the indexer is drawn here as soon as it has ended.'
          ) : (
            <>
              Nobody looked at the indexer in this stretch. That is neither good nor bad: nothing is known of it.{' '}
              {Date.parse(to) < nowMs - RETENTION_MS
                ? 'A history is kept for 90 days. '
                : Date.parse(to) < Date.parse(oldest) && 'It lies before the oldest look that is kept. '}
              <Link href={statusHref(cluster, rangeParams({ last: defaultRange(oldest, nowMs) }))} scroll={false}>
                Show the newest
              </Link>
            </>
          )}
        </p>
      )}
      {oldest !== null && (
        <p className="text-sm text-muted">
          {recordedBy === 'this' && 'Recorded by this explorer'}
          {recordedBy === 'another' && 'Recorded by another explorer on the same data folder; this one reads it'}
          {recordedBy === 'nobody' && 'Recorded before'}; the oldest check is from <Age iso={oldest} />
        </p>
      )}
    </>
  )
}
