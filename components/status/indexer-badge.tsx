'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { statusQuery } from '@/lib/api/query'
import { formatSpan } from '@/lib/format/block-time'
import { groupDigits } from '@/lib/format/numbers'
import { statusHref } from '@/lib/status/address'
import { Link } from '../ui/link'
import { useClock } from '../ui/time'
import { useOffline } from '../ui/use-offline'
import { pendingWord, type StatusProps, VerdictMark } from './verdict'

/** Polls only while the page is visible; the explorer answers from its own probe, without an indexer call. */
const POLL_MS = 5_000

export function IndexerBadge({ network, cluster, initial }: StatusProps) {
  const { data, error } = useQuery({ ...statusQuery(network), initialData: initial, refetchInterval: POLL_MS })
  const offline = useOffline()
  const verdict = error || offline ? 'unknown' : data.verdict
  const doubt = error || offline ? null : pendingWord(data)
  return (
    <Link
      href={statusHref(cluster)}
      title={offline ? 'You are offline.' : error ? error.problem.detail : data.summary}
      className="button number site-badge gap-2! rounded-full! px-2! sm:px-3!"
    >
      <VerdictMark verdict={verdict} inDoubt={doubt !== null} />
      <span>
        <span className="sr-only sm:not-sr-only">Indexer </span>
        <span translate="no">{verdict}</span>
        {doubt && <span className="max-sm:sr-only">{`, ${doubt}`}</span>}
        {verdict === 'unreachable' && data.since ? (
          <span className="text-muted max-sm:hidden">
            <Since iso={data.since} more={data.slot !== null} />
          </span>
        ) : null}
        <span className="sr-only"> slot</span>{' '}
        {data.slot === null ? (
          <span className="sr-only">unknown</span>
        ) : (
          <span className="text-muted">{groupDigits(data.slot)}</span>
        )}
      </span>
    </Link>
  )
}

function Since({ iso, more }: { iso: string; more: boolean }) {
  const seconds = (now: number) => Math.max(1, Math.floor((now - Date.parse(iso)) / 1000))
  const words = useClock((now) => ` for ${formatSpan(seconds(now))}${more ? ' ·' : ''}`)
  return <span>{words}</span>
}

type LiveAlertsComponent = typeof import('./live-alerts').LiveAlerts

/** Alerts above the page. The live component is loaded with the first alert; until then the served markup stays. */
export function IndexerAlerts({
  network,
  cluster,
  initial,
  showsData,
  children,
}: StatusProps & { showsData: boolean; children: ReactNode }) {
  const { data } = useQuery({ ...statusQuery(network), initialData: initial })
  const [LiveAlerts, setLiveAlerts] = useState<LiveAlertsComponent | null>(null)
  const hasAlert = data.verdict !== 'ok'
  useEffect(() => {
    if (hasAlert)
      import('./live-alerts').then(
        (module) => setLiveAlerts(() => module.LiveAlerts),
        () => {},
      )
  }, [hasAlert])
  return LiveAlerts ? <LiveAlerts {...{ cluster, initial, showsData }} status={data} /> : children
}
