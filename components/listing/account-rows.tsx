'use client'

import { type ReactNode, useMemo } from 'react'
import { useListLayout } from '@/components/account/lens/layout-store'
import type { Narrow } from '@/components/account/token-cells'
import { QuickFilterBox, useQuickFilter } from '@/components/listing/quick-filter'
import { AccountsTable } from '@/components/table/accounts-table'
import type { Problem } from '@/lib/api/problem'
import { listsTokens } from '@/lib/listing/address/owner-address'
import type { Params } from '@/lib/protocol/rpc/methods'
import { ListRows, type RowsProps } from './list-rows'
import { useOpenRow } from './use-open-row'

export function AccountRows({
  shown,
  narrow,
  note,
}: RowsProps<'accounts'> & {
  /** Must be a stable reference. */
  narrow?: Narrow
  note?: (problem: Problem) => ReactNode
}) {
  const open = useOpenRow()
  const layout = useListLayout()
  const { limit, columns, address, units, idl } = shown
  const params: Partial<Params<'getCompressedAccountsByOwner'>> = shown.params
  const slice = params.dataSlice ?? null
  const filters = useMemo(() => (params.filters ?? []).map(({ memcmp }) => memcmp), [params.filters])
  const list = useMemo(() => ({ filters, slice, limit }), [filters, slice, limit])
  const tokens = params.owner !== undefined && listsTokens(params.owner, slice)
  const texts = useMemo(() => ({ columns, tokens, slice, layout, units }), [columns, tokens, slice, layout, units])
  const quick = useQuickFilter('accounts', texts)
  return (
    <ListRows
      shown={shown}
      note={note}
      tools={(loaded, found) => (
        <QuickFilterBox
          {...{ quick, loaded, found }}
          what={tokens ? 'Mint, amount, wallet or delegate' : 'Hash, address, data or SOL'}
        />
      )}
      keep={quick.keep}
    >
      {(items, window) => (
        <AccountsTable
          items={items}
          columns={columns}
          tokens={tokens}
          window={window}
          cluster={address.cluster}
          open={open}
          filters={filters}
          {...(narrow && { narrow })}
          list={list}
          units={units}
          {...(idl?.state === 'found' && { structs: idl.structs })}
        />
      )}
    </ListRows>
  )
}
