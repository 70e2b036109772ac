'use client'

import type { ReactNode } from 'react'
import { SignaturesTable } from '@/components/table/signatures-table'
import type { ListMethodOf } from '@/lib/protocol/rpc/methods'
import { FeedTable } from './feed-table'
import { ListRows, type RowsProps } from './list-rows'
import type { UsedAnswer } from './use-answer'

export function SignatureRows({
  shown,
  everyMs = false,
  instead,
}: RowsProps<'signatures'> & {
  /** Poll interval; false: as the response's metadata suggests. */
  everyMs?: number | false
  instead?: (used: UsedAnswer<ListMethodOf<'signatures'>>) => ReactNode
}) {
  const { limit, columns, address } = shown
  return (
    <ListRows shown={shown} everyMs={everyMs} instead={instead}>
      {(items, window) =>
        window || shown.sort !== null ? (
          <SignaturesTable items={items} columns={columns} window={window} cluster={address.cluster} />
        ) : (
          <FeedTable rows={items} columns={columns} cluster={address.cluster} limit={limit} />
        )
      }
    </ListRows>
  )
}
