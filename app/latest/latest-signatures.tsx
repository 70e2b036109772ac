'use client'

import { SignaturesTable } from '@/components/tables/signatures-table'
import { latestHref } from '@/lib/urls/links'
import type { ListPlace } from '@/lib/urls/read'
import { type ListProps, ListView } from '../list-view'
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
}: Omit<ListProps<'getLatestCompressionSignatures'>, 'empty'> & { url: ListPlace }) {
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
          <SignaturesTable items={items} columns={columns} window={window} cluster={cluster} />
        ) : (
          <FeedTable rows={items} columns={columns} cluster={cluster} limit={limit} />
        )
      }
    </ListView>
  )
}
