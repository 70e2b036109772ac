'use client'

import { QuickFilterBox, useQuickFilter } from '@/components/filters/quick-filter'
import { TokenAccountsTable } from '@/components/tables/token-accounts-table'
import type { TokenAccountItem } from '@/lib/rpc/items'
import { listHref, mintAccountsHref } from '@/lib/urls/links'
import { useOpenRow } from '../use-open-row'
import { ListRows, type RowsProps } from './list-rows'

/** A list of token accounts. The mints in it lead to its rows of that mint, where it can be narrowed so. Interface 2.7. */
export function TokenAccountRows({ shown }: RowsProps<'tokenAccounts'>) {
  const open = useOpenRow()
  const quick = useQuickFilter(textsOf)
  const { limit, columns, address } = shown
  const { narrowed, cluster } = address
  return (
    <ListRows
      shown={shown}
      tools={(loaded) => <QuickFilterBox quick={quick} loaded={loaded} what="Hash, mint, wallet or amount" />}
      keep={quick.keep}
    >
      {(items, window) => (
        <TokenAccountsTable
          items={items}
          columns={columns}
          window={window}
          cluster={cluster}
          open={open}
          mintHref={(mint) =>
            'mint' in narrowed
              ? listHref({ ...address, narrowed: { ...narrowed, mint } }, { limit, columns })
              : mintAccountsHref(mint, cluster)
          }
        />
      )}
    </ListRows>
  )
}

/** What the quick filter searches in a row. */
function textsOf({ account, tokenData }: TokenAccountItem): unknown[] {
  const { hash, address, tree, lamports } = account
  return [hash, address, tree, lamports, tokenData.mint, tokenData.owner, tokenData.amount, tokenData.state]
}
