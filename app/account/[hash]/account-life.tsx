'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Lifeline } from '@/components/account/lifeline'
import { EmptyList, isCertain } from '@/components/list/empty-list'
import { Freshness } from '@/components/list/freshness'
import { SignaturesTable } from '@/components/tables/signatures-table'
import { type KnownRoles, lifeOf } from '@/lib/api/life'
import type { Problem } from '@/lib/api/problem'
import type { IndexerStatus } from '@/lib/api/status'
import { statusQuery } from '@/lib/api/status-query'
import { groupDigits } from '@/lib/format/integers'
import { shorten } from '@/lib/format/shorten'
import type { Cluster } from '@/lib/urls/links'
import { NoAnswer, NoNewerAnswer } from '../../no-answer'
import { useAnswer } from '../../use-answer'

/** The life of one account version: created, then live or consumed. Interface 4.5. */
export function AccountLife({
  hash,
  network,
  cluster,
  status,
  minSlot,
  initialProblem,
  failed,
  removed,
  known,
}: {
  hash: string
  network: string
  cluster: Cluster
  status: IndexerStatus
  /** The slot that the link names, which nothing shown is older than; null: none. */
  minSlot: number | null
  initialProblem: Problem | null
  /** The notice of that problem. */
  failed: ReactNode
  /** What the network removes and when; null where it removes nothing. */
  removed: string | null
  /** What a chain node adds: which transaction is which, and the history of the account below. Null: nothing. */
  known: KnownRoles | null
}) {
  const params = { hash, ...(minSlot !== null && { minSlot }) }
  const used = useAnswer('getCompressionSignaturesForAccount', params, network, initialProblem)
  const { answer, answeredAt, problem, asking, refresh } = used
  if (!answer) {
    if (problem?.code === 'not_found')
      return <Unknown hash={hash} network={network} status={status} minSlot={minSlot} removed={removed} />
    return <NoAnswer used={used} failed={failed} />
  }
  const { items } = answer.result.value
  const life = lifeOf(items, known)
  return (
    <>
      <NoNewerAnswer used={used} />
      <div className="list-line">
        <Freshness meta={answer.meta} answeredAt={answeredAt} refreshing={asking} onRefresh={refresh} />
      </div>
      <Lifeline life={life} slot={answer.meta.slot} cluster={cluster} isRead={known !== null} />
      <h2 className="pt-6 pb-2 text-base">Signatures</h2>
      <div className="panel sheet">
        <SignaturesTable items={items} cluster={cluster} roles={life.roles.map((role) => ROLE_WORDS[role])} />
      </div>
      <p className="mt-4 max-w-prose text-sm text-muted">
        {life.kind === 'odd'
          ? 'An account version has one or two signatures. This indexer lists another number, so roles are unknown.'
          : known
            ? 'Roles are read from the transactions.'
            : 'Roles are derived from slot order; the indexer does not report them.'}{' '}
        A hash identifies one version. Each change creates a new hash
        {known ? ': the history is below.' : ', so this is not the history of an address.'}
      </p>
    </>
  )
}

const ROLE_WORDS: Record<'created' | 'consumed' | 'unknown', ReactNode> = {
  created: <span className="chip chip-live">created</span>,
  consumed: <span className="chip chip-fail">consumed</span>,
  unknown: <span className="chip">unknown</span>,
}

/** A hash that the indexer does not know: its answer, not a failure; how far it had come is part of it. */
function Unknown({
  hash,
  network,
  status,
  minSlot,
  removed,
}: {
  hash: string
  network: string
  status: IndexerStatus
  minSlot: number | null
  removed: string | null
}) {
  // The badge keeps the same query current.
  const { slot, reset } = useQuery({ ...statusQuery(network), initialData: status }).data
  if (!isCertain(slot, reset)) {
    return (
      <EmptyList slot={slot} reset={reset}>
        {null}
      </EmptyList>
    )
  }
  return (
    <section className="panel max-w-3xl p-4">
      <h2 className="text-base">Not found on this indexer</h2>
      <p className="mt-1 max-w-prose text-sm">
        {slot === null ? (
          'The indexer’s slot is unknown. '
        ) : (
          <>
            The indexer is at slot <b className="number">{groupDigits(slot)}</b>
            {minSlot !== null && slot >= minSlot && (
              <>
                , past slot <span className="number">{groupDigits(minSlot)}</span> in this link
              </>
            )}
            .{' '}
          </>
        )}
        No indexed transaction created or consumed an account with this hash. It may belong to another network, or to a
        slot that is not indexed.
      </p>
      {removed && <p className="mt-2 max-w-prose text-sm">{removed}</p>}
      <p className="mt-2 max-w-prose text-sm text-muted">
        Hashes and addresses look alike. If <bdi className="id">{shorten(hash, 6).head}…</bdi> is an address, view it as
        an owner or a delegate.
      </p>
    </section>
  )
}
