'use client'

import { useQueries } from '@tanstack/react-query'
import { VerdictMark } from '@/components/status/verdict'
import { Age } from '@/components/ui/time'
import { useOffline } from '@/components/ui/use-offline'
import { statusQuery } from '@/lib/api/query'
import type { IndexerStatus } from '@/lib/api/status'
import { VERDICT_TONES } from '@/lib/api/verdict-tones'
import { visible } from '@/lib/format/text'
import { allOf, worstFirst } from '@/lib/status/all-networks'
import { doubtWords } from './evidence'
import { VERDICT_EDGES } from './verdict-edges'

export function AllReport({ initial }: { initial: readonly IndexerStatus[] }) {
  const results = useQueries({
    queries: initial.map((status) => ({ ...statusQuery(status.network), initialData: status })),
  })
  const offline = useOffline()
  const isCurrent = !offline && results.every(({ error }) => error === null)
  const statuses = results.map(({ data }, i) => data ?? initial[i]).filter((status) => status !== undefined)
  const all = allOf(statuses)
  const verdict = isCurrent ? all.verdict : 'unknown'
  const doubts = (isCurrent ? worstFirst(statuses) : []).flatMap((status) => {
    const words = doubtWords(status)
    return words === null ? [] : `${status.network}: ${words}`
  })
  const tone = VERDICT_TONES[verdict]
  return (
    <section
      className={`panel border-s-4 p-4 sm:p-5 ${VERDICT_EDGES[doubts.length > 0 && tone === 'live' ? 'doubt' : tone]}`}
      aria-label="Current status of all networks"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="inline-flex items-center gap-2 text-lg font-semibold">
          <VerdictMark verdict={verdict} inDoubt={doubts.length > 0} />
          <span translate="no">{isCurrent ? all.verdict : `unknown · last known: ${all.verdict}`}</span>
        </p>
        {doubts.length > 0 && <p className="text-doubt">{doubts.join(' · ')}</p>}
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
