'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { QuickFilterBox, useQuickFilter } from '@/components/filters/quick-filter'
import { type TokenAccountItem, TokenAccountsTable } from '@/components/token-accounts-table'
import type { Params } from '@/lib/rpc/methods'
import type { Problem } from '@/lib/rpc/problem'
import type { SlotReset } from '@/lib/rpc/status'
import { type Cluster, delegateHref, ownerHref } from '@/lib/urls/links'
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
  /** When the indexer was last set back. */
  reset: SlotReset | null
}) {
  const used = useAnswer('getCompressedTokenAccountsByDelegate', params, network, initialProblem)
  const open = useOpenRow()
  const quick = useQuickFilter(textsOf)
  const { delegate, mint, limit } = url
  return (
    <ListView
      used={used}
      position={position}
      failed={failed}
      reset={reset}
      limit={limit}
      mode={url.mode}
      at={(place) => delegateHref(delegate, { mint, ...place }, cluster)}
      end="End of the list"
      tools={(loaded) => <QuickFilterBox quick={quick} loaded={loaded} what="Hash, mint, wallet or amount" />}
      keep={quick.keep}
      empty={<EmptyDelegate delegate={delegate} mint={mint} cluster={cluster} />}
    >
      {(items, window) => (
        <TokenAccountsTable
          items={items}
          window={window}
          cluster={cluster}
          open={open}
          mintHref={(of) => delegateHref(delegate, { mint: of, limit }, cluster)}
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

function EmptyDelegate({ delegate, mint, cluster }: { delegate: string; mint: string | null; cluster: Cluster }) {
  return (
    <section className="panel p-4">
      <h2 className="text-base">
        {mint ? 'Nothing of this mint is delegated to this address' : 'Nothing is delegated to this address'}
      </h2>
      <p className="mt-1 max-w-prose text-sm">
        The indexer knows no live token account that names it as delegate. An approval that was revoked, or used up by a
        transfer, is not listed.
      </p>
      <p className="mt-3 flex flex-wrap gap-2">
        {mint && (
          <Link href={delegateHref(delegate, {}, cluster)} prefetch={false} className="button">
            All mints of this delegate
          </Link>
        )}
        <Link href={ownerHref(delegate, {}, cluster)} prefetch={false} className="button">
          Accounts it owns
        </Link>
      </p>
    </section>
  )
}
