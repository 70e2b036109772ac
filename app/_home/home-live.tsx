'use client'

import { EmptyList } from '@/components/listing/empty-list'
import { Freshness, NoAnswer, NoNewerAnswer } from '@/components/listing/freshness'
import type { ShownList } from '@/components/listing/list-view'
import { SignaturesTable } from '@/components/table/signatures-table'
import { Link } from '@/components/ui/link'
import { latestHref } from '@/lib/listing/address/list-address'
import type { Cluster } from '@/lib/page/address'
import type { ListMethod } from '@/lib/protocol/rpc/methods'
import { useAnswer } from '../../components/listing/use-answer'

/** Polls only while the page is visible; one upstream call serves all users. */
const POLL_MS = 4_000

export function HomeSignatures({
  limit,
  network,
  cluster,
  initialProblem,
  failed,
  reset,
}: Pick<ShownList<ListMethod>, 'limit' | 'network' | 'initialProblem' | 'failed' | 'reset'> & { cluster: Cluster }) {
  const used = useAnswer('getLatestCompressionSignatures', { limit }, network, initialProblem, POLL_MS)
  const { answer, answeredAt, asking, refresh } = used
  if (!answer) return <NoAnswer used={used} failed={failed} />
  const { items } = answer.result.value
  return (
    <>
      <NoNewerAnswer used={used} />
      <Freshness meta={answer.meta} answeredAt={answeredAt} refreshing={asking} onRefresh={refresh} quiet />
      {items.length > 0 ? (
        <div className="panel sheet">
          <SignaturesTable items={items} cluster={cluster} />
        </div>
      ) : (
        <EmptyList slot={answer.meta.slot} reset={reset}>
          <p className="panel p-4 text-sm">The indexer has not seen a compression transaction yet.</p>
        </EmptyList>
      )}
      <p className="pt-3">
        <Link href={latestHref({}, cluster)} className="button">
          All latest transactions
        </Link>
      </p>
    </>
  )
}
