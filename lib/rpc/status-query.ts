import { queryOptions } from '@tanstack/react-query'
import type { ProblemError } from './problem'
import { fetchJson } from './query'
import type { IndexerStatus } from './status'

/** The indexer's state as the explorer's probe sees it. design.md 4.4. */
export function statusQuery(network: string) {
  return queryOptions<IndexerStatus, ProblemError>({
    queryKey: ['status', network],
    queryFn: ({ signal }) => fetchJson<IndexerStatus>(`/api/v1/status?cluster=${encodeURIComponent(network)}`, signal),
  })
}
