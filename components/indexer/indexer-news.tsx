'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { IndexerStatus } from '@/lib/api/status'
import { statusQuery } from '@/lib/api/status-query'
import type { Cluster } from '@/lib/urls/links'

type Told = typeof import('./told-news').ToldNews

/**
 * What readers must hear of the indexer above the page: that it is not ok, or went back. The badge keeps the query
 * current. Most visits have no such news, so what tells it is loaded with the first; until then the server's words stand.
 */
export function IndexerNews({
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
  const [Told, setTold] = useState<Told | null>(null)
  const isNews = data.verdict !== 'ok' || data.reset !== null
  useEffect(() => {
    if (isNews)
      import('./told-news').then(
        ({ ToldNews }) => setTold(() => ToldNews),
        () => {},
      )
  }, [isNews])
  return Told ? <Told {...{ network, cluster, initial, showsData }} status={data} /> : children
}
