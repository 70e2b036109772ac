'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { IndexerStatus } from '@/lib/api/status'
import { statusQuery } from '@/lib/api/status-query'
import type { Cluster } from '@/lib/page/address'

type LiveAlertsComponent = typeof import('./live-alerts').LiveAlerts

/**
 * Alerts above the page: the indexer is not ok, or its slot went back. The badge polls the query. Most visits see no
 * alert, so the live component is loaded with the first one; until then the server's markup stays.
 */
export function IndexerAlerts({
  network,
  cluster,
  initial,
  showsData,
  children,
}: {
  network: string
  cluster: Cluster
  initial: IndexerStatus
  /** True for pages whose rows come from the indexer. */
  showsData: boolean
  children: ReactNode
}) {
  const { data } = useQuery({ ...statusQuery(network), initialData: initial })
  const [LiveAlerts, setLiveAlerts] = useState<LiveAlertsComponent | null>(null)
  const hasAlert = data.verdict !== 'ok' || data.reset !== null
  useEffect(() => {
    if (hasAlert)
      import('./live-alerts').then(
        (module) => setLiveAlerts(() => module.LiveAlerts),
        () => {},
      )
  }, [hasAlert])
  return LiveAlerts ? <LiveAlerts {...{ network, cluster, initial, showsData }} status={data} /> : children
}
