'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Fragment, type ReactNode, useEffect } from 'react'
import { EmptyList, isAbsenceCertain } from '@/components/listing/empty-list'
import { Freshness, NoAnswer, NoNewerAnswer } from '@/components/listing/freshness'
import { Parts } from '@/components/table/sentence'
import { SignaturesTable } from '@/components/table/signatures-table'
import { BlockTime } from '@/components/ui/block-time'
import { Identifier } from '@/components/ui/identifier'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { type AccountLifetime, lifeOf } from '@/lib/account/life'
import type { Problem } from '@/lib/api/problem'
import { statusQuery } from '@/lib/api/query'
import type { IndexerStatus } from '@/lib/api/status'
import { groupDigits } from '@/lib/format/numbers'
import { shorten } from '@/lib/format/text'
import { delegateHref } from '@/lib/listing/address/list-address'
import { ownerHref } from '@/lib/listing/address/owner-address'
import { type Cluster, txHref } from '@/lib/page/address'
import type { LifeEvidence } from '@/lib/page/evidence'
import type { Part } from '@/lib/transaction/description/contract'
import { useAnswer } from '../../../components/listing/use-answer'
import * as words from './words'

interface LookedUp {
  hash: string
  network: string
  cluster: Cluster
  status: IndexerStatus
  /** The slot in the link: nothing older is shown; null: none. */
  minSlot: number | null
}

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
  what,
  namesCreator,
}: LookedUp & {
  initialProblem: Problem | null
  failed: ReactNode
  /** Where else to look. */
  notFound: ReactNode
  evidence: LifeEvidence
  kind: AccountLifetime['kind'] | null
  /** The first half of its sentence. */
  what: Part[]
  /** False where the history names the creating transaction. */
  namesCreator: boolean
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
    if (problem?.code === 'not_found')
      return <Unknown {...{ hash, network, cluster, status, minSlot }}>{notFound}</Unknown>
    return <NoAnswer used={used} failed={failed} />
  }
  const isRead = evidence.chain?.kind === 'read'
  return (
    <>
      <NoNewerAnswer used={used} />
      <section aria-label="Summary" className={`panel max-w-4xl border-s-4 px-4 py-3 ${EDGES[life.kind]}`}>
        <p className="sentence text-lg">
          <Parts parts={what} cluster={cluster} whole />
          {words.lifeSentence(life, namesCreator).map((part, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no state
            <Fragment key={i}>{drawn(part, cluster)}</Fragment>
          ))}
        </p>
        {!isRead && (life.kind === 'created' || life.kind === 'consumed') && (
          <p className="pt-1 text-sm text-muted">
            {life.kind === 'created' ? words.mayBeConsumed : words.creatorDerived}
          </p>
        )}
      </section>
      <div className="list-line pt-2">
        <Freshness meta={answer.meta} answeredAt={answeredAt} refreshing={asking} onRefresh={refresh} />
      </div>
      {(life.kind === 'unknown' || life.kind === 'contradiction') && (
        <div className="panel sheet">
          <SignaturesTable items={items} cluster={cluster} />
        </div>
      )}
    </>
  )
}

const EDGES: Record<AccountLifetime['kind'], string> = {
  live: 'border-s-leaf',
  created: 'border-s-doubt',
  consumed: 'border-s-muted',
  unknown: 'border-s-doubt',
  contradiction: 'border-s-doubt',
}

function drawn(part: words.LifePart, cluster: Cluster): ReactNode {
  if (typeof part === 'string') return <span>{part}</span>
  if ('signature' in part) {
    const { signature } = part
    return <Identifier text={signature} what="signature" href={txHref(signature, cluster)} short copy={false} />
  }
  const { slot, blockTime } = part.moment
  return (
    <>
      <span>slot</span> <span className="number">{groupDigits(slot)}</span>{' '}
      <span className="whitespace-nowrap">
        (<BlockTime seconds={blockTime} brief />)
      </span>
    </>
  )
}

/** An unknown hash is a response, not a failure; it includes the indexer's slot. */
function Unknown({ hash, network, cluster, status, minSlot, children }: LookedUp & { children: ReactNode }) {
  // The badge keeps this query current.
  const { slot, reset } = useQuery({ ...statusQuery(network), initialData: status }).data
  if (!isAbsenceCertain(slot, reset)) {
    return (
      <EmptyList slot={slot} reset={reset}>
        {null}
      </EmptyList>
    )
  }
  return (
    <Notice title={words.unknownTitle} text={words.unknownText(slot, minSlot)} className="max-w-3xl">
      <p className="mt-2 max-w-prose text-sm text-muted">
        Hashes and addresses look alike. If <bdi className="id">{`${shorten(hash, 6).head}…`}</bdi> is an address, view
        it as <Link href={ownerHref(hash, {}, cluster)}>owner</Link> or{' '}
        <Link href={delegateHref(hash, {}, cluster)}>delegate</Link>.
      </p>
      {children}
    </Notice>
  )
}
