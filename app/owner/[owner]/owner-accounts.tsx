'use client'

import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { type AccountItem, AccountsTable } from '@/components/accounts-table'
import { QuickFilterBox, useQuickFilter } from '@/components/filters/quick-filter'
import { RefusalNote } from '@/components/filters/refusal-note'
import { formatSol } from '@/lib/format/lamports'
import type { Params } from '@/lib/rpc/methods'
import type { Problem } from '@/lib/rpc/problem'
import type { SlotReset } from '@/lib/rpc/status'
import { type Cluster, ownerHref } from '@/lib/urls/links'
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
  empty,
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
  /** The server's words for a list without rows. */
  empty: ReactNode
  /** When the indexer was last set back. */
  reset: SlotReset | null
}) {
  const used = useAnswer('getCompressedAccountsByOwner', params, network, initialProblem)
  const open = useOpenRow()
  const quick = useQuickFilter(textsOf)
  const { owner, filters, slice, limit, mode, columns } = url
  const list = useMemo(() => ({ filters, slice, limit }), [filters, slice, limit])
  return (
    <>
      {used.problem && (
        <RefusalNote problem={used.problem} kept={{ owner, filters, slice, limit, mode, columns, cluster }} />
      )}
      <ListView
        used={used}
        position={position}
        failed={failed}
        reset={reset}
        limit={limit}
        mode={mode}
        at={(place) => ownerHref(owner, { filters, slice, columns, ...place }, cluster)}
        end="End of the list"
        tools={(loaded) => <QuickFilterBox quick={quick} loaded={loaded} what="Hash, address, tree or lamports" />}
        keep={quick.keep}
        empty={empty}
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
