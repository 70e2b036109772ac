'use client'

import { useMemo } from 'react'
import { QuickFilterBox, useQuickFilter } from '@/components/filters/quick-filter'
import { RefusalNote } from '@/components/filters/refusal-note'
import { AccountsTable } from '@/components/tables/accounts-table'
import { formatSol } from '@/lib/format/lamports'
import type { AccountItem } from '@/lib/rpc/items'
import { ownerHref } from '@/lib/urls/links'
import type { OwnerUrl } from '@/lib/urls/read'
import { type ListProps, ListView } from '../../list-view'
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
}: ListProps<'getCompressedAccountsByOwner'> & { url: OwnerUrl }) {
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
          <AccountsTable
            items={items}
            columns={columns}
            window={window}
            cluster={cluster}
            open={open}
            filters={filters}
            list={list}
          />
        )}
      </ListView>
    </>
  )
}

/** What the quick filter searches in a row: lamports by their digits and as the SOL that stands there. */
function textsOf({ hash, address, tree, lamports }: AccountItem): unknown[] {
  return [hash, address, tree, lamports, formatSol(lamports).replaceAll(',', '')]
}
