'use client'

import { QuickFilterBox, useQuickFilter } from '@/components/filters/quick-filter'
import { TokenAccountsTable } from '@/components/tables/token-accounts-table'
import type { TokenAccountItem } from '@/lib/rpc/items'
import { delegateHref } from '@/lib/urls/links'
import type { DelegateUrl } from '@/lib/urls/read'
import { type ListProps, ListView } from '../../list-view'
import { useAnswer } from '../../use-answer'
import { useOpenRow } from '../../use-open-row'

/** Token accounts that a delegate may move, a page at a time. Interface 4.4. */
export function DelegateTokenAccounts({
  url,
  params,
  network,
  cluster,
  position,
  initialProblem,
  failed,
  empty,
  reset,
}: ListProps<'getCompressedTokenAccountsByDelegate'> & { url: DelegateUrl }) {
  const used = useAnswer('getCompressedTokenAccountsByDelegate', params, network, initialProblem)
  const open = useOpenRow()
  const quick = useQuickFilter(textsOf)
  const { delegate, mint, limit, columns } = url
  return (
    <ListView
      used={used}
      position={position}
      failed={failed}
      reset={reset}
      limit={limit}
      mode={url.mode}
      at={(place) => delegateHref(delegate, { mint, columns, ...place }, cluster)}
      end="End of the list"
      tools={(loaded) => <QuickFilterBox quick={quick} loaded={loaded} what="Hash, mint, wallet or amount" />}
      keep={quick.keep}
      empty={empty}
    >
      {(items, window) => (
        <TokenAccountsTable
          items={items}
          columns={columns}
          window={window}
          cluster={cluster}
          open={open}
          mintHref={(of) => delegateHref(delegate, { mint: of, limit, columns }, cluster)}
        />
      )}
    </ListView>
  )
}

/** What the quick filter searches in a row. */
function textsOf({ account, tokenData }: TokenAccountItem): unknown[] {
  const { hash, address, tree, lamports } = account
  return [hash, address, tree, lamports, tokenData.mint, tokenData.owner, tokenData.amount, tokenData.state]
}
