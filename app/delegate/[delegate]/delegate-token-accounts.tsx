'use client'

import type { ReactNode } from 'react'
import { QuickFilterBox, useQuickFilter } from '@/components/filters/quick-filter'
import { type TokenAccountItem, TokenAccountsTable } from '@/components/token-accounts-table'
import type { Params } from '@/lib/rpc/methods'
import type { Problem } from '@/lib/rpc/problem'
import type { SlotReset } from '@/lib/rpc/status'
import { type Cluster, delegateHref } from '@/lib/urls/links'
import type { DelegateUrl } from '@/lib/urls/read'
import { ListView } from '../../list-view'
import type { ListPosition } from '../../load'
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
}: {
  url: DelegateUrl
  params: Params<'getCompressedTokenAccountsByDelegate'>
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
