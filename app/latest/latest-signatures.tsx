'use client'

import type { ReactNode } from 'react'
import { SignaturesTable } from '@/components/signatures-table'
import type { Params } from '@/lib/rpc/methods'
import type { Problem } from '@/lib/rpc/problem'
import type { SlotReset } from '@/lib/rpc/status'
import { type Cluster, latestHref } from '@/lib/urls/links'
import type { ListPlace } from '@/lib/urls/read'
import { ListView } from '../list-view'
import type { ListPosition } from '../load'
import { useAnswer } from '../use-answer'
import { FeedTable } from './feed-table'
import { LiveFeed } from './live-feed'

/** While the page is visible; the explorer's gateway asks the indexer once for everybody. */
const EVERY_MS = 2_000

/** Latest compression signatures, newest slot first: the first page is live, those behind it stay put. Interface 4.6. */
export function LatestSignatures({
  url,
  params,
  network,
  cluster,
  position,
  initialProblem,
  failed,
  reset,
}: {
  url: ListPlace
  params: Params<'getLatestCompressionSignatures'>
  network: string
  cluster: Cluster
  position: ListPosition
  initialProblem: Problem | null
  /** The notice of that problem. */
  failed: ReactNode
  /** When the indexer was last set back. */
  reset: SlotReset | null
}) {
  const { limit, mode, columns } = url
  const isLive = position.isFirst && mode === 'pages'
  const every = isLive ? EVERY_MS : false
  const used = useAnswer('getLatestCompressionSignatures', params, network, initialProblem, every)
  if (isLive && used.answer && used.answer.result.value.items.length > 0) {
    const { answer, answeredAt, problem } = used
    return <LiveFeed key={limit} {...{ answer, answeredAt, problem, limit, columns, network, cluster }} />
  }
  return (
    <ListView
      used={used}
      position={position}
      failed={failed}
      reset={reset}
      limit={limit}
      mode={mode}
      at={(place) => latestHref({ columns, ...place }, cluster)}
      end="The oldest one this indexer knows"
      judged={false}
      empty={<p className="panel p-4 text-sm">The indexer has not seen a compression transaction yet.</p>}
    >
      {(items, window) =>
        window ? (
          <SignaturesTable items={items} window={window} cluster={cluster} />
        ) : (
          <FeedTable rows={items} cluster={cluster} limit={limit} />
        )
      }
    </ListView>
  )
}
