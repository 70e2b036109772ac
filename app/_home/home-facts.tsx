'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { headAgeWords } from '@/components/status/head-age-words'
import { useOffline } from '@/components/ui/use-offline'
import { rpcQuery, statusQuery } from '@/lib/api/query'
import type { IndexerStatus } from '@/lib/api/status'
import { groupDigits } from '@/lib/format/numbers'
import { rateText } from './home-rate'

/** Makes no request of its own: reads the queries of the badge and of the transaction list. */
export function HomeFacts({ limit, network, initial }: { limit: number; network: string; initial: IndexerStatus }) {
  const status = useQuery({ ...statusQuery(network), initialData: initial })
  const latest = useQuery({ ...rpcQuery('getLatestCompressionSignatures', { limit }, network), enabled: false })
  const isCurrent = !useOffline() && !status.error
  const { slot, headAge } = status.data
  const { data } = latest
  const times = data?.result.value.items.map(({ blockTime }) => blockTime) ?? []
  return (
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-1 text-sm">
      <HomeFact name="Slot">{slot === null ? 'unknown' : groupDigits(slot)}</HomeFact>
      <HomeFact name="Transactions per minute">{data ? rateText(times, data.meta.fetchedAt) : 'unknown'}</HomeFact>
      <HomeFact name="Data age">{headAge && isCurrent ? headAgeWords(headAge) : 'unknown'}</HomeFact>
    </dl>
  )
}

function HomeFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-x-2">
      <dt className="text-muted">{name}</dt>
      <dd className="number font-semibold">{children}</dd>
    </div>
  )
}
