import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '../../api/fetch-json'
import type { ProblemError } from '../../api/problem'
import type { StatusHistory } from './contract'

/** Epoch milliseconds, in about `points` steps. */
export interface HistoryRequest {
  fromMs: number
  toMs: number
  points: number
}

export function historyPath(
  network: string,
  { fromMs, toMs, points }: HistoryRequest,
  format?: 'csv' | 'json',
): string {
  const search = new URLSearchParams({
    cluster: network,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    points: String(points),
    ...(format && { format }),
  })
  return `/api/v1/status/history?${search.toString().replaceAll('%3A', ':')}`
}

/**
 * @param named the query key: unlike the range, the name of a moving range stays the same
 * @param request called at each fetch, because the range may have moved
 */
export function historyQuery(network: string, named: string, request: () => HistoryRequest) {
  return queryOptions<StatusHistory, ProblemError>({
    queryKey: ['history', network, named],
    queryFn: ({ signal }) => fetchJson<StatusHistory>(historyPath(network, request()), signal),
  })
}
