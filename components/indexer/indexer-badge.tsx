'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { IndexerStatus } from '@/lib/api/status'
import { statusQuery } from '@/lib/api/status-query'
import { formatSpan } from '@/lib/format/block-time'
import { groupDigits } from '@/lib/format/integers'
import { type Cluster, statusHref } from '@/lib/urls/links'
import { useOffline } from '../frame/connection'
import { Link } from '../frame/link'
import { useClock } from '../frame/now'
import { noteVerdict } from '../notices/better-verdict'
import { pendingWord } from './pending-words'
import { VerdictMark } from './verdict-mark'

/** How often the badge asks while the page is visible; the explorer answers from its own probe. */
const EVERY_MS = 5_000

/** The indexer's state and slot, on every page, leading to /status. */
export function IndexerBadge({
  network,
  cluster,
  initial,
}: {
  network: string
  cluster: Cluster
  initial: IndexerStatus
}) {
  const { data, error } = useQuery({ ...statusQuery(network), initialData: initial, refetchInterval: EVERY_MS })
  const offline = useOffline()
  const before = useRef(data.verdict)
  useEffect(() => {
    noteVerdict(before.current, data.verdict)
    before.current = data.verdict
  }, [data.verdict])
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
        {verdict}
        {doubt && <span className="max-sm:sr-only"> {doubt}</span>}
        {verdict === 'unreachable' && data.since ? (
          <span className="text-muted max-sm:hidden">
            {' for '}
            <Since iso={data.since} />
            {data.slot !== null && ' ·'}
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

/** The time since a moment, as it follows “for”. */
function Since({ iso }: { iso: string }) {
  const seconds = (now: number) => Math.max(1, Math.floor((now - Date.parse(iso)) / 1000))
  return useClock((now) => formatSpan(seconds(now)))
}
