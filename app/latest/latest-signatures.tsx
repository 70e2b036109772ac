'use client'

import { useMemo } from 'react'
import { type Sorting, SortingContext } from '@/components/table/table-rows'
import { sortText } from '@/lib/listing/address/columns'
import { listHref } from '@/lib/listing/address/list-address'
import { type RowsProps, useTurnedPage } from '../../components/listing/list-rows'
import { SignatureRows } from '../../components/listing/signature-rows'
import { LiveFeed } from './live-feed'

/** Polls only while the page is visible; one upstream call serves all users. */
const POLL_MS = 2_000

/** The first page is live, later ones do not move. Interface 4.6. */
export function LatestSignatures({ shown: server }: RowsProps<'signatures'>) {
  const shown = useTurnedPage(server)
  const { limit, mode, columns, network, address, position } = shown
  const isLive = position.isFirst && mode === 'pages' && shown.sort === null
  const sorting: Sorting = useMemo(
    () => ({
      sort: null,
      hrefOf: (next) => listHref(address, { limit, columns, sort: next && sortText(next) }),
    }),
    [address, limit, columns],
  )
  return (
    <SignatureRows
      shown={shown}
      everyMs={isLive ? POLL_MS : false}
      instead={({ answer, answeredAt, problem }) =>
        isLive && answer && answer.result.value.items.length > 0 ? (
          <SortingContext value={sorting}>
            <LiveFeed
              key={limit}
              {...{ answer, answeredAt, problem, limit, columns, network }}
              cluster={address.cluster}
            />
          </SortingContext>
        ) : null
      }
    />
  )
}
