import { Age } from '@/components/ui/time'
import type { StatusHistory } from '@/lib/status/history/contract'
import * as words from './words'

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
          <span>{oldest === null ? words.nothingRecorded : words.noneInRange}</span>
        </p>
      )}
      {oldest !== null && (
        <p className="text-sm text-muted">
          <span>{words.recordedBy[recordedBy]}</span> <Age iso={oldest} />
        </p>
      )}
    </>
  )
}
