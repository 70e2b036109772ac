'use client'

import { useQueries } from '@tanstack/react-query'
import { useOffline } from '@/components/frame/connection'
import { VerdictMark } from '@/components/indexer/verdict-mark'
import { Age } from '@/components/values/block-time'
import { allOf } from '@/lib/api/all-networks'
import type { IndexerStatus } from '@/lib/api/status'
import { statusQuery } from '@/lib/api/status-query'
import { VERDICT_TONES } from '@/lib/api/verdict-tones'
import { visible } from '@/lib/format/visible'
import { VERDICT_EDGES } from './verdict-edges'

/** The worst of all networks; the cards beside it poll what it is made of. */
export function AllReport({ initial }: { initial: readonly IndexerStatus[] }) {
  const results = useQueries({
    queries: initial.map((status) => ({ ...statusQuery(status.network), initialData: status })),
  })
  const offline = useOffline()
  const isCurrent = !offline && results.every(({ error }) => error === null)
  const all = allOf(results.map(({ data }, i) => data ?? initial[i]).filter((status) => status !== undefined))
  const verdict = isCurrent ? all.verdict : 'unknown'
  return (
    <section
      className={`panel border-s-4 p-4 sm:p-5 ${VERDICT_EDGES[VERDICT_TONES[verdict]]}`}
      aria-label="Current status of all networks"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="inline-flex items-center gap-2 text-lg font-semibold">
          <VerdictMark verdict={verdict} />{' '}
          <span translate="no">{isCurrent ? all.verdict : `unknown · last known: ${all.verdict}`}</span>
        </p>
        {isCurrent && all.since && all.verdict !== 'ok' && (
          <p className="number text-sm text-muted">
            <span>{`since ${all.since.slice(11, 19)} UTC,`}</span> <Age iso={all.since} />
          </p>
        )}
      </div>
      <p className="mt-1 max-w-prose wrap-anywhere">
        {isCurrent ? visible(all.summary) : `Last known: ${visible(all.summary)}`}
      </p>
    </section>
  )
}
