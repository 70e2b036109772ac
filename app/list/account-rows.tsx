'use client'

import { type ReactNode, useMemo } from 'react'
import { QuickFilterBox, useQuickFilter } from '@/components/filters/quick-filter'
import { AccountsTable } from '@/components/tables/accounts-table'
import type { Problem } from '@/lib/api/problem'
import { formatSol } from '@/lib/format/lamports'
import type { AccountItem } from '@/lib/rpc/items'
import type { UrlFilter, UrlSlice } from '@/lib/urls/links'
import { useOpenRow } from '../use-open-row'
import { ListRows, type RowsProps } from './list-rows'

const NO_FILTERS: readonly UrlFilter[] = []

/** A list of accounts. Interface 2.4. */
export function AccountRows({
  shown,
  filters = NO_FILTERS,
  slice = null,
  note,
}: RowsProps<'accounts'> & {
  /** What narrows the list. */
  filters?: readonly UrlFilter[]
  /** The part of their data that was asked for; null: all. */
  slice?: UrlSlice | null
  note?: (problem: Problem) => ReactNode
}) {
  const open = useOpenRow()
  const quick = useQuickFilter(textsOf)
  const { limit, columns, address } = shown
  const list = useMemo(() => ({ filters, slice, limit }), [filters, slice, limit])
  return (
    <ListRows
      shown={shown}
      note={note}
      tools={(loaded) => <QuickFilterBox quick={quick} loaded={loaded} what="Hash, address, tree or lamports" />}
      keep={quick.keep}
    >
      {(items, window) => (
        <AccountsTable
          items={items}
          columns={columns}
          window={window}
          cluster={address.cluster}
          open={open}
          filters={filters}
          list={list}
        />
      )}
    </ListRows>
  )
}

/** What the quick filter searches in a row: lamports by their digits and as the SOL that stands there. */
function textsOf({ hash, address, tree, lamports }: AccountItem): unknown[] {
  return [hash, address, tree, lamports, formatSol(lamports).replaceAll(',', '')]
}
