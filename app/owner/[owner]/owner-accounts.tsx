'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { type AccountItem, AccountsTable } from '@/components/accounts-table'
import { QuickFilterBox, useQuickFilter } from '@/components/filters/quick-filter'
import { RefusalNote } from '@/components/filters/refusal-note'
import { formatSol } from '@/lib/format/lamports'
import type { Params } from '@/lib/rpc/methods'
import type { Problem } from '@/lib/rpc/problem'
import type { SlotReset } from '@/lib/rpc/status'
import { type Cluster, delegateHref, ownerHref, TOKEN_PROGRAM, walletTokensHref } from '@/lib/urls/links'
import type { OwnerUrl } from '@/lib/urls/read'
import { ListView } from '../../list-view'
import type { ListPosition } from '../../load'
import { useAnswer } from '../../use-answer'
import { useOpenRow } from '../../use-open-row'

/** Compressed accounts of an owner, a page at a time. Interface 4.3. */
export function OwnerAccounts({
  url,
  params,
  network,
  cluster,
  position,
  initialProblem,
  failed,
  reset,
}: {
  url: OwnerUrl
  params: Params<'getCompressedAccountsByOwner'>
  network: string
  cluster: Cluster
  position: ListPosition
  initialProblem: Problem | null
  /** The notice of that problem. */
  failed: ReactNode
  /** When the indexer was last set back. */
  reset: SlotReset | null
}) {
  const used = useAnswer('getCompressedAccountsByOwner', params, network, initialProblem)
  const open = useOpenRow()
  const quick = useQuickFilter(textsOf)
  const { owner, filters, slice, limit, mode } = url
  const list = useMemo(() => ({ filters, slice, limit }), [filters, slice, limit])
  return (
    <>
      {used.problem && <RefusalNote problem={used.problem} kept={{ owner, filters, slice, limit, mode, cluster }} />}
      <ListView
        used={used}
        position={position}
        failed={failed}
        reset={reset}
        limit={limit}
        mode={mode}
        at={(place) => ownerHref(owner, { filters, slice, ...place }, cluster)}
        end="End of the list"
        tools={(loaded) => <QuickFilterBox quick={quick} loaded={loaded} what="Hash, address, tree or lamports" />}
        keep={quick.keep}
        empty={
          <EmptyOwner
            owner={owner}
            filtered={filters.length > 0}
            complete={used.answer?.meta.complete ?? null}
            cluster={cluster}
          />
        }
      >
        {(items, window) => (
          <AccountsTable items={items} window={window} cluster={cluster} open={open} filters={filters} list={list} />
        )}
      </ListView>
    </>
  )
}

/** What the quick filter searches in a row: lamports by their digits and as the SOL that stands there. */
function textsOf({ hash, address, tree, lamports }: AccountItem): unknown[] {
  return [hash, address, tree, lamports, formatSol(lamports).replaceAll(',', '')]
}

/** No rows, and what that does and does not mean; a wallet is led to its compressed tokens. design.md 4.3. */
function EmptyOwner({
  owner,
  filtered,
  complete,
  cluster,
}: {
  owner: string
  filtered: boolean
  complete: boolean | null
  cluster: Cluster
}) {
  if (filtered) {
    return (
      <section className="panel p-4">
        <h2 className="text-base">No account matches</h2>
        <p className="mt-1 max-w-prose text-sm">
          The indexer knows no live account of this owner whose data holds these bytes at this place.{' '}
          <Link href={ownerHref(owner, {}, cluster)} prefetch={false}>
            All accounts of this owner
          </Link>
        </p>
      </section>
    )
  }
  return (
    <section className="panel p-4">
      <h2 className="text-base">No live compressed account belongs to this address</h2>
      <p className="mt-1 max-w-prose text-sm">
        {complete ? 'The indexer was asked and its answer is whole: the list is really empty. ' : ''}
        Accounts that were consumed are not listed by owner; they can be opened by their hash.
      </p>
      {owner !== TOKEN_PROGRAM && (
        <>
          <h3 className="mt-4 text-sm">Is it a wallet?</h3>
          <p className="mt-1 max-w-prose text-sm">
            Compressed tokens belong to the token program, not to the wallet that may spend them.
          </p>
          <p className="mt-3 flex flex-wrap gap-2">
            <Link href={walletTokensHref(owner, cluster)} prefetch={false} className="button">
              Compressed tokens of this wallet
            </Link>
            <Link href={delegateHref(owner, {}, cluster)} prefetch={false} className="button max-sm:whitespace-normal!">
              Token accounts it may move as a delegate
            </Link>
          </p>
        </>
      )}
    </section>
  )
}
