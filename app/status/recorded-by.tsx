import { Age } from '@/components/ui/time'
import type { StatusHistory } from '@/lib/status/history/contract'

const RECORDED_BY: Readonly<Record<StatusHistory['recordedBy'], string>> = {
  this: 'Recorded by this explorer',
  another: 'Recorded by another explorer on the same data folder',
  nobody: 'Recorded earlier',
}

export function RecordedBy({ history }: { history: StatusHistory }) {
  const { recordedBy, reason, oldest, points } = history
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
            <span>No checks in this range: the indexer’s status is unknown.</span>
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
