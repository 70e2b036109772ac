import type { IndexerStatus } from '@/lib/api/status'
import { visible } from '@/lib/format/text'

export function OperatorNotes({ status: { maintenance, acknowledged } }: { status: IndexerStatus }) {
  if (!maintenance && !acknowledged) return null
  return (
    <div className="mt-2 max-w-prose space-y-1 text-sm">
      {maintenance && (
        <p>
          <strong className="font-semibold">Maintenance</strong>{' '}
          <span className="number">{`until ${moment(maintenance.to)} UTC`}</span>:{' '}
          <bdi className="wrap-anywhere">{visible(maintenance.note)}</bdi>
        </p>
      )}
      {acknowledged && (
        <p>
          <strong className="font-semibold">Acknowledged</strong>{' '}
          <span className="number">{`at ${moment(acknowledged.at)} UTC`}</span>:{' '}
          <bdi className="wrap-anywhere">{visible(acknowledged.note)}</bdi>
        </p>
      )}
    </div>
  )
}

/** With the day: a window may end tomorrow. */
function moment(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ')
}
