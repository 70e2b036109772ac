'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { Lifeline } from '@/app/account/[hash]/lifeline'
import { EmptyList, isAbsenceCertain } from '@/components/listing/empty-list'
import { Freshness, NoAnswer, NoNewerAnswer } from '@/components/listing/freshness'
import { SignaturesTable } from '@/components/table/signatures-table'
import { type AccountLifetime, lifeOf, type Role } from '@/lib/account/life'
import type { Problem } from '@/lib/api/problem'
import { statusQuery } from '@/lib/api/query'
import type { IndexerStatus } from '@/lib/api/status'
import { groupDigits } from '@/lib/format/numbers'
import { shorten } from '@/lib/format/text'
import type { Cluster } from '@/lib/page/address'
import type { LifeEvidence } from '@/lib/page/evidence'
import { useAnswer } from '../../../components/listing/use-answer'

export function AccountLife({
  hash,
  network,
  cluster,
  status,
  minSlot,
  initialProblem,
  failed,
  notFound,
  evidence,
  kind,
}: {
  hash: string
  network: string
  cluster: Cluster
  status: IndexerStatus
  /** The slot in the link: nothing older is shown; null: none. */
  minSlot: number | null
  initialProblem: Problem | null
  failed: ReactNode
  /** Where else to look. */
  notFound: ReactNode
  evidence: LifeEvidence
  kind: AccountLifetime['kind'] | null
}) {
  const params = { hash, ...(minSlot !== null && { minSlot }) }
  const used = useAnswer('getCompressionSignaturesForAccount', params, network, initialProblem)
  const { answer, answeredAt, problem, asking, refresh } = used
  const items = answer?.result.value.items
  const life = items ? lifeOf(items, evidence) : null
  const router = useRouter()
  const shown = life?.kind ?? kind
  // Refreshes title, banner and content, which the server renders.
  useEffect(() => {
    if (shown !== kind) router.refresh()
  }, [shown, kind, router])
  if (!answer || !items || !life) {
    if (problem?.code === 'not_found') return <Unknown {...{ hash, network, status, minSlot }}>{notFound}</Unknown>
    return <NoAnswer used={used} failed={failed} />
  }
  const isRead = evidence.chain?.kind === 'read'
  return (
    <>
      <NoNewerAnswer used={used} />
      <div className="list-line">
        <Freshness meta={answer.meta} answeredAt={answeredAt} refreshing={asking} onRefresh={refresh} />
      </div>
      <Lifeline life={life} slot={answer.meta.slot} cluster={cluster} />
      <h2 className="pt-6 pb-2 text-base">Signatures</h2>
      <div className="panel sheet">
        <SignaturesTable
          items={items}
          cluster={cluster}
          roles={life.roles.map((role) => (
            <span key={role} className={`chip ${CHIPS[role]}`}>
              {role}
            </span>
          ))}
        />
      </div>
      <p className="mt-4 max-w-prose text-sm text-muted">
        {`${
          life.kind === 'unknown'
            ? 'An account version has one or two signatures. This indexer lists another number, so roles are unknown.'
            : isRead
              ? 'Roles are read from the transactions.'
              : 'Roles are derived from slot order; the indexer does not report them.'
        } A hash identifies one version. Each change creates a new hash${isRead ? ': the history is below.' : ', so this is not the history of an address.'}`}
      </p>
    </>
  )
}

const CHIPS: Record<Role, string> = {
  created: 'chip-live',
  consumed: 'chip-fail',
  'created and consumed': 'chip-fail',
  unknown: '',
}

/** An unknown hash is a response, not a failure; it includes the indexer's slot. */
function Unknown({
  hash,
  network,
  status,
  minSlot,
  children,
}: {
  hash: string
  network: string
  status: IndexerStatus
  minSlot: number | null
  children: ReactNode
}) {
  // The badge keeps this query current.
  const { slot, reset } = useQuery({ ...statusQuery(network), initialData: status }).data
  if (!isAbsenceCertain(slot, reset)) {
    return (
      <EmptyList slot={slot} reset={reset}>
        {null}
      </EmptyList>
    )
  }
  const past =
    minSlot !== null && slot !== null && slot >= minSlot ? `, past slot ${groupDigits(minSlot)} in this link` : ''
  const place = slot === null ? 'The indexer’s slot is unknown.' : `The indexer is at slot ${groupDigits(slot)}${past}.`
  return (
    <section className="panel max-w-3xl p-4">
      <h2 className="text-base">Not found on this indexer</h2>
      <p className="mt-1 max-w-prose text-sm">
        <span>{`${place} `}</span>
        No indexed transaction created or consumed an account with this hash. It may belong to another network, or to a
        slot that is not indexed.
      </p>
      <p className="mt-2 max-w-prose text-sm text-muted">
        Hashes and addresses look alike. If <bdi className="id">{`${shorten(hash, 6).head}…`}</bdi> is an address, view
        it as an owner or a delegate.
      </p>
      {children}
    </section>
  )
}
