'use client'

import { useQuery } from '@tanstack/react-query'
import { pendingWord, VerdictMark } from '@/components/status/verdict'
import { statusQuery } from '@/lib/api/query'
import type { IndexerStatus } from '@/lib/api/status'
import { formatSpan } from '@/lib/format/block-time'
import { counted, groupDigits } from '@/lib/format/numbers'
import { visible } from '@/lib/format/text'
import type { StatusHistory } from '@/lib/status/history/contract'
import { historyQuery } from '@/lib/status/history/history-query'
import { type RequestedRange, timeRangeOf } from '@/lib/status/range'
import { StateBar } from './state-bar'
import { runsOf } from './state-runs'

const STATE_EVERY_MS = 10_000
const BAR_EVERY_MS = 60_000

/** A bar needs no values. */
export const CARD_POINTS = 2

export interface CardNetwork {
  href: string
  status: IndexerStatus
  history: StatusHistory
}

export function NetworkCard({
  network: { href, status: initial, history },
  range,
}: {
  network: CardNetwork
  range: Exclude<RequestedRange, null>
}) {
  const name = initial.network
  const { data: status } = useQuery({
    ...statusQuery(name),
    initialData: initial,
    refetchInterval: STATE_EVERY_MS,
  })
  const { data: drawn } = useQuery({
    ...historyQuery(name, `bar ${JSON.stringify(range)}`, () => ({
      ...timeRangeOf(range, Date.now()),
      points: CARD_POINTS,
    })),
    initialData: history,
    refetchInterval: BAR_EVERY_MS,
  })
  const { verdict, slot, lag, headAge, maintenance, acknowledged } = status
  const doubt = pendingWord(status)
  const runs = runsOf(drawn.periods, { fromMs: Date.parse(drawn.from), toMs: Date.parse(drawn.to) })
  return (
    // A full page load: nothing of one network may remain under the name of another.
    <a href={href} className="panel block p-3 text-ink no-underline hover:border-leaf">
      <span className="flex items-center justify-between gap-2">
        <strong className="truncate font-semibold">{name}</strong>
        <span className="inline-flex items-center gap-1.5 text-sm">
          <VerdictMark verdict={verdict} inDoubt={doubt !== null} />
          <span translate="no">{verdict}</span>
          {doubt && <span className="text-doubt">{doubt}</span>}
        </span>
      </span>
      <span className="number mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
        <span>{slot ? `slot ${groupDigits(slot)}` : 'slot unknown'}</span>
        {lag ? <span>{`${counted(lag, 'slot')} behind`}</span> : null}
        {headAge && <span>{`data about ${formatSpan(Math.max(0, Math.round(headAge.seconds)))} old`}</span>}
      </span>
      {maintenance && (
        <span className="mt-1 block truncate text-xs">{`Maintenance: ${visible(maintenance.note)}`}</span>
      )}
      {acknowledged && (
        <span className="mt-1 block truncate text-xs">{`Acknowledged: ${visible(acknowledged.note)}`}</span>
      )}
      <span className="mt-2 block">
        <StateBar runs={runs} label={`Status history of ${name}`} className="h-4" />
      </span>
    </a>
  )
}
