import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from './fetch-json'
import type { ProblemError } from './problem'
import type { IndexerStatus } from './status'

/** The indexer's state as the explorer's probe sees it, with its last `samples` checks. design.md 4.4. */
export function statusQuery(network: string, samples = 0) {
  const search = new URLSearchParams({ cluster: network, samples: String(samples) })
  return queryOptions<IndexerStatus, ProblemError>({
    queryKey: ['status', network, samples],
    queryFn: ({ signal }) => fetchJson<IndexerStatus>(`/api/v1/status?${search}`, signal),
  })
}
