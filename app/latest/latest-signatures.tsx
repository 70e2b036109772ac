'use client'

import { SignaturesTable } from '@/components/signatures-table'
import type { Params } from '@/lib/rpc/methods'
import type { Problem } from '@/lib/rpc/problem'
import { type Cluster, latestHref } from '@/lib/urls/links'
import type { ListPlace } from '@/lib/urls/read'
import { ListView } from '../list-view'
import type { ListPosition } from '../load'
import { useAnswer } from '../use-answer'

/** Latest compression signatures, newest slot first. Interface 4.6. */
export function LatestSignatures({
  url,
  params,
  network,
  cluster,
  position,
  initialProblem,
}: {
  url: ListPlace
  params: Params<'getLatestCompressionSignatures'>
  network: string
  cluster: Cluster
  position: ListPosition
  initialProblem: Problem | null
}) {
  const used = useAnswer('getLatestCompressionSignatures', params, network, initialProblem)
  return (
    <ListView
      used={used}
      position={position}
      limit={url.limit}
      at={(place) => latestHref(place, cluster)}
      end="The oldest one this indexer knows"
      judged={false}
      empty={<p className="panel p-4 text-sm">The indexer has not seen a compression transaction yet.</p>}
    >
      {(items) => <SignaturesTable items={items} cluster={cluster} />}
    </ListView>
  )
}
