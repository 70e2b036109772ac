'use client'

import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '@/lib/api/query'
import type { IndexerStatus } from '@/lib/api/status'
import { OperationsTable } from './operations-table'
import { CHECKS } from './shown'

export function OperationsReport({ network, initial }: { network: string; initial: IndexerStatus }) {
  const { data } = useQuery({ ...statusQuery(network, CHECKS), initialData: initial })
  return (
    <OperationsTable operations={data.operations} degradations={data.degradations} windowSeconds={data.windowSeconds} />
  )
}
