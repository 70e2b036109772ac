'use client'

import { type ComponentProps, useCallback } from 'react'
import type { RefusalNote } from '@/app/owner/[owner]/filters/refusal-note'
import type { Narrow } from '@/components/account/token-cells'
import { lazyModule } from '@/components/ui/lazy-module'
import type { CreatedRange } from '@/lib/api/request-params'
import { listHref } from '@/lib/listing/address/list-address'
import { ownerHref } from '@/lib/listing/address/owner-address'
import { filterText, type UrlFilter, type UrlSlice } from '@/lib/page/address'
import { MINT_OFFSET, WALLET_OFFSET } from '@/lib/protocol/light/token-program'
import { AccountRows } from '../../../components/listing/account-rows'
import type { RowsProps } from '../../../components/listing/list-rows'
import type { WholeRows } from './whole/whole-rows'

const OFFSETS = { mint: MINT_OFFSET, wallet: WALLET_OFFSET }

const MAX_FILTERS = 5

/** Interface 4.3. */
export function OwnerRows({
  shown,
  owner,
  filters,
  slice,
  created,
}: RowsProps<'accounts'> & {
  owner: string
  filters: readonly UrlFilter[]
  slice: UrlSlice | null
  created: CreatedRange | null
}) {
  const { limit, mode, columns, sort, address } = shown
  const { cluster } = address
  const narrow: Narrow = useCallback(
    (part, bytes) => {
      const offset = typeof part === 'number' ? part : OFFSETS[part]
      if (filters.length >= MAX_FILTERS || filters.some((filter) => filter.offset === offset)) return null
      // Without filters the mint is already a link to its rows.
      if (part === 'mint' && filters.length === 0) return null
      const filter = [...filters, { offset, bytes }].map(filterText)
      return listHref({ ...address, narrowed: { ...address.narrowed, filter } }, { limit, columns, sort })
    },
    [address, filters, limit, columns, sort],
  )
  return (
    <AccountRows
      shown={shown}
      narrow={narrow}
      note={(problem) => (
        <Refusal
          {...{ problem, filters, slice }}
          hrefOf={(change) =>
            ownerHref(owner, { filters, slice, limit, mode, columns, sort, created, ...change }, cluster)
          }
        />
      )}
    />
  )
}

const useRareParts = lazyModule(() => import('./rare-parts'))

function Refusal(props: ComponentProps<typeof RefusalNote>) {
  const { module } = useRareParts(true)
  return module && <module.RefusalNote {...props} />
}

export function WholeOwnerRows(props: ComponentProps<typeof WholeRows>) {
  const { module } = useRareParts(true)
  return module && <module.WholeRows {...props} />
}
