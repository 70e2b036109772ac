'use client'

import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '@/lib/api/query'
import { statusHref } from '@/lib/status/address'
import { Link } from '../ui/link'
import { RetryButton, usePause } from '../ui/pause'
import { useOffline } from '../ui/use-offline'
import { pendingWord, type StatusProps, VerdictMark } from './verdict'

export function StatusStrip({ network, cluster, initial }: StatusProps) {
  const { data, error, isFetching, refetch } = useQuery({ ...statusQuery(network), initialData: initial })
  const left = usePause(error?.problem.retryAfterMs, error)
  const offline = useOffline()
  if (error) {
    return (
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <p className="inline-flex items-baseline gap-2" role="status">
          <VerdictMark verdict="unknown" />
          <span>{`Indexer status unknown: ${error.problem.detail}`}</span>
        </p>
        <RetryButton label="Retry" asking={isFetching} left={left} onAsk={() => void refetch()} />
      </div>
    )
  }
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="inline-flex items-baseline gap-2">
        <VerdictMark verdict={offline ? 'unknown' : data.verdict} inDoubt={!offline && pendingWord(data) !== null} />
        <span>{offline ? `Last known: ${data.summary}` : data.summary}</span>
      </span>
      {data.slotsPerSecond !== null && !offline && (
        <span className="number text-muted">{`${data.slotsPerSecond.toFixed(1)} slots/s`}</span>
      )}
      <Link href={statusHref(cluster)}>View status</Link>
    </p>
  )
}
