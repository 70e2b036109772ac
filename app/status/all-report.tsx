'use client'

import { useQueries } from '@tanstack/react-query'
import { useOffline } from '@/components/ui/use-offline'
import { statusQuery } from '@/lib/api/query'
import type { IndexerStatus } from '@/lib/api/status'
import { visible } from '@/lib/format/text'
import { allOf, worstFirst } from '@/lib/status/all-networks'
import { doubtWords } from './evidence'
import { VerdictPanel } from './verdict-panel'

export function AllReport({ initial }: { initial: readonly IndexerStatus[] }) {
  const results = useQueries({
    queries: initial.map((status) => ({ ...statusQuery(status.network), initialData: status })),
  })
  const offline = useOffline()
  const statuses = results.map(({ data }) => data)
  const { verdict, since, summary } = allOf(statuses)
  const doubts = worstFirst(statuses).flatMap((status) => {
    const words = doubtWords(status)
    return words === null ? [] : `${status.network}: ${words}`
  })
  return (
    <VerdictPanel
      label="Current status of all networks"
      verdict={verdict}
      since={verdict === 'ok' ? null : since}
      summary={visible(summary)}
      doubt={doubts.length > 0 ? doubts.join(' · ') : null}
      isCurrent={!offline && results.every(({ error }) => error === null)}
    />
  )
}
