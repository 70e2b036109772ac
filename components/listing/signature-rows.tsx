'use client'

import type { ReactNode } from 'react'
import { SignaturesTable } from '@/components/table/signatures-table'
import type { ListMethodOf } from '@/lib/protocol/rpc/methods'
import { FeedTable } from './feed-table'
import { ListRows, type RowsProps } from './list-rows'
import type { UsedAnswer } from './use-answer'

/** A list of signatures: pages of it by slot. Interface 2.8. */
export function SignatureRows({
  shown,
  everyMs = false,
  instead,
}: RowsProps<'signatures'> & {
  /** How often it is asked for again; false: when its answer says so. */
  everyMs?: number | false
  /** What is shown in place of the list. */
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
