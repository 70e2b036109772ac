'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { IndexerStatus } from '@/lib/rpc/status'
import { statusQuery } from '@/lib/rpc/status-query'
import { type Cluster, statusHref } from '@/lib/urls/links'
import { VerdictMark } from './verdict-mark'

/** The indexer's state in one line. The badge keeps the same query current. */
export function StatusStrip({
  network,
  cluster,
  initial,
}: {
  network: string
  cluster: Cluster
  initial: IndexerStatus
}) {
  const { data } = useQuery({ ...statusQuery(network), initialData: initial })
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="inline-flex items-baseline gap-2">
        <VerdictMark verdict={data.verdict} />
        {data.summary}
      </span>
      {data.slotsPerSecond !== null && (
        <span className="number text-muted">{data.slotsPerSecond.toFixed(1)} slots a second</span>
      )}
      <Link href={statusHref(cluster)}>Evidence</Link>
    </p>
  )
}
