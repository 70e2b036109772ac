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
 * @param named identifies the query: a range up to now moves, its name does not
 * @param request called at each fetch, since such a range has moved
 */
export function historyQuery(network: string, named: string, request: () => HistoryRequest) {
  return queryOptions<StatusHistory, ProblemError>({
    queryKey: ['history', network, named],
    queryFn: ({ signal }) => fetchJson<StatusHistory>(historyPath(network, request()), signal),
  })
}
