'use client'

import { useCallback, useMemo } from 'react'
import type { Narrow } from '@/components/account/token-cells'
import { QuickFilterBox, useQuickFilter } from '@/components/listing/quick-filter'
import { TokenAccountsTable } from '@/components/table/token-accounts-table'
import { listHref } from '@/lib/listing/address/list-address'
import { ListRows, type RowsProps } from './list-rows'
import { useOpenRow } from './use-open-row'

export function TokenAccountRows({ shown }: RowsProps<'tokenAccounts'>) {
  const open = useOpenRow()
  const { params, limit, columns, sort, address, units } = shown
  const quick = useQuickFilter(
    'tokenAccounts',
    useMemo(() => ({ columns, units }), [columns, units]),
  )
  const narrow: Narrow = useCallback(
    (part, mint) =>
      part === 'mint' && !params.mint
        ? listHref({ ...address, narrowed: { ...address.narrowed, mint } }, { limit, columns, sort })
        : null,
    [params.mint, address, limit, columns, sort],
  )
  return (
    <ListRows
      shown={shown}
      tools={(loaded, found) => <QuickFilterBox {...{ quick, loaded, found }} what="Mint, amount or wallet" />}
      keep={quick.keep}
    >
      {(items, window) => (
        <TokenAccountsTable
          items={items}
          columns={columns}
          window={window}
          cluster={address.cluster}
          open={open}
          narrow={narrow}
          units={units}
        />
      )}
    </ListRows>
  )
}
