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
import { CARD_POINTS } from './shown'
import { StateBar } from './state-bar'
import { runsOf } from './state-runs'

const STATE_EVERY_MS = 10_000
const BAR_EVERY_MS = 60_000

/** `status` null: the indexer has not responded yet. */
export interface CardNetwork {
  name: string
  href: string
  current: boolean
  status: IndexerStatus | null
  history: StatusHistory
}

export function NetworkCards({
  networks,
  range,
}: {
  networks: readonly CardNetwork[]
  range: Exclude<RequestedRange, null>
}) {
  return (
    <section aria-label="Networks">
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {networks.map((network) => (
          <li key={network.name}>
            <NetworkCard network={network} range={range} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function NetworkCard({
  network: { name, href, current, status: initial, history },
  range,
}: {
  network: CardNetwork
  range: Exclude<RequestedRange, null>
}) {
  const { data: status = null } = useQuery({
    ...statusQuery(name),
    ...(initial && { initialData: initial }),
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
  const verdict = status?.verdict ?? 'unknown'
  const doubt = status && pendingWord(status)
  const runs = runsOf(drawn.periods, { fromMs: Date.parse(drawn.from), toMs: Date.parse(drawn.to) })
  return (
    // A full page load: nothing of one network may remain under the name of another.
    <a
      href={href}
      aria-current={current ? 'true' : undefined}
      className="panel block p-3 text-ink no-underline hover:border-leaf aria-[current]:border-leaf"
    >
      <span className="flex items-center justify-between gap-2">
        <strong className="truncate font-semibold">{name}</strong>
        <span className="inline-flex items-center gap-1.5 text-sm">
          <VerdictMark verdict={verdict} inDoubt={doubt !== null} />
          <span translate="no">{status ? verdict : 'not checked yet'}</span>
          {doubt && <span className="text-doubt">{doubt}</span>}
        </span>
      </span>
      <span className="number mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
        <span>{status?.slot ? `slot ${groupDigits(status.slot)}` : 'slot unknown'}</span>
        {status?.lag ? <span>{`${counted(status.lag, 'slot')} behind`}</span> : null}
        {status?.headAge && (
          <span>{`data about ${formatSpan(Math.max(0, Math.round(status.headAge.seconds)))} old`}</span>
        )}
      </span>
      {status?.maintenance && (
        <span className="mt-1 block truncate text-xs">{`Maintenance: ${visible(status.maintenance.note)}`}</span>
      )}
      {status?.acknowledged && (
        <span className="mt-1 block truncate text-xs">{`Acknowledged: ${visible(status.acknowledged.note)}`}</span>
      )}
      <span className="mt-2 block">
        <StateBar runs={runs} label={`Status history of ${name}`} className="h-4" />
      </span>
    </a>
  )
}
