'use client'

import { Freshness } from '@/components/freshness'
import { ListLink } from '@/components/list-link'
import { SignaturesTable } from '@/components/signatures-table'
import { StateNotice } from '@/components/state-notice'
import type { Problem } from '@/lib/rpc/problem'
import { type Cluster, latestHref } from '@/lib/urls/links'
import { useAnswer } from './use-answer'

/** While the page is visible; the explorer's gateway asks the indexer once for everybody. */
const EVERY_MS = 4_000

/** The newest signatures on the home page, kept current while it is visible. */
export function HomeSignatures({
  limit,
  network,
  cluster,
  initialProblem,
}: {
  limit: number
  network: string
  cluster: Cluster
  initialProblem: Problem | null
}) {
  const { answer, problem, asking, refresh } = useAnswer(
    'getLatestCompressionSignatures',
    { limit },
    network,
    initialProblem,
    EVERY_MS,
  )
  if (!answer) return problem && <StateNotice problem={problem} />
  const { items } = answer.result.value
  return (
    <>
      {problem && (
        <div className="pb-4">
          <StateNotice problem={problem} kept />
        </div>
      )}
      <Freshness meta={answer.meta} refreshing={asking} onRefresh={refresh} quiet />
      {items.length > 0 ? (
        <div className="panel sheet">
          <SignaturesTable items={items} cluster={cluster} />
        </div>
      ) : (
        <p className="panel p-4 text-sm">The indexer has not seen a compression transaction yet.</p>
      )}
      <p className="pt-3">
        <ListLink href={latestHref({}, cluster)} className="button">
          All latest signatures
        </ListLink>
      </p>
    </>
  )
}
