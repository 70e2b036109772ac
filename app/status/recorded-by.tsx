import { Link } from '@/components/ui/link'
import { Age } from '@/components/ui/time'
import type { Cluster } from '@/lib/page/address'
import { statusHref } from '@/lib/status/address'
import type { StatusHistory } from '@/lib/status/history/contract'
import { defaultRange, RETENTION_MS, rangeParams } from '@/lib/status/range'

const RECORDED_BY: Readonly<Record<StatusHistory['recordedBy'], string>> = {
  this: 'Recorded by this explorer',
  another: 'Recorded by another explorer on the same data folder',
  nobody: 'Recorded earlier',
}

export function RecordedBy({ history, cluster, nowMs }: { history: StatusHistory; cluster: Cluster; nowMs: number }) {
  const { recordedBy, reason, oldest, points, to } = history
  const nothing = points.length === 0
  return (
    <>
      {recordedBy === 'nobody' && (
        <p className="stale">
          <strong className="font-semibold">Not recording.</strong> <span>{reason}</span>
        </p>
      )}
      {nothing && (
        <p className="panel px-4 py-3 text-sm">
          {oldest === null ? (
            <span>Nothing recorded yet. The first check appears here when it completes.</span>
          ) : (
            <>
              <span>No checks in this range: the indexer’s status is unknown. </span>
              {Date.parse(to) < nowMs - RETENTION_MS ? (
                <span>History is kept for 90 days. </span>
              ) : (
                Date.parse(to) < Date.parse(oldest) && <span>It ends before the oldest check. </span>
              )}
              <Link href={statusHref(cluster, rangeParams({ last: defaultRange(oldest, nowMs) }))} scroll={false}>
                Show latest
              </Link>
            </>
          )}
        </p>
      )}
      {oldest !== null && (
        <p className="text-sm text-muted">
          <span>{`${RECORDED_BY[recordedBy]} · oldest check`}</span> <Age iso={oldest} />
        </p>
      )}
    </>
  )
}
