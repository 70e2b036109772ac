'use client'

import { RefusalNote } from '@/components/filters/refusal-note'
import type { UrlFilter, UrlSlice } from '@/lib/urls/links'
import { AccountRows } from '../../list/account-rows'
import type { RowsProps } from '../../list/list-rows'

/** Accounts of an owner, and what their filters have to do with a refusal. Interface 4.3. */
export function OwnerRows({
  shown,
  owner,
  filters,
  slice,
}: RowsProps<'accounts'> & { owner: string; filters: readonly UrlFilter[]; slice: UrlSlice | null }) {
  const { limit, mode, columns, address } = shown
  const current = { owner, filters, slice, limit, mode, columns, cluster: address.cluster }
  return (
    <AccountRows
      shown={shown}
      filters={filters}
      slice={slice}
      note={(problem) => <RefusalNote problem={problem} current={current} />}
    />
  )
}
