import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { MethodName } from '../protocol/rpc/methods'
import type { Answer } from './answer'
import { fetchJson } from './fetch-json'
import type { ProblemError } from './problem'
import type { RequestParams } from './request-params'
import type { IndexerStatus } from './status'

export function rpcQuery<M extends MethodName>(method: M, params: RequestParams<M>, network: string) {
  return queryOptions<Answer<M>, ProblemError>({
    queryKey: ['rpc', network, method, params],
    queryFn: ({ signal }) => fetchAnswer(method, params, network, signal),
  })
}

export async function fetchAnswer<M extends MethodName>(
  method: M,
  params: RequestParams<M>,
  network: string,
  signal?: AbortSignal,
): Promise<Answer<M>> {
  return withBigints(await fetchJson<Answer<M>>(rpcPath(method, params, network), signal))
}

/** u64 members, at any depth. Interface 2.4 to 2.6; query.test.ts checks them against the schemas. */
const U64_MEMBERS = new Set(['lamports', 'discriminator', 'seq', 'amount'])

/** Converts in place: a u64 is a bigint, however small. No zod: the answer is from our own origin, which checked it. */
export function withBigints<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'number' && U64_MEMBERS.has(name)) Reflect.set(value, name, BigInt(member))
    else withBigints(member)
  }
  return value
}

export function rpcPath<M extends MethodName>(method: M, params: RequestParams<M>, network: string): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue
    search.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  search.set('cluster', network)
  return `/api/v1/${method}?${search}`
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ProblemError
  }
}

/** Milliseconds before a retry if the problem has no retry time; up to as much again is added at random. */
const RETRY_MS = 1_000

/** Retries once; no refetch on focus, so rows do not change unexpectedly. facts/reliability.md (b), "UI rules". */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, { problem }) => failures < 1 && problem.retryable,
        retryDelay: (_, { problem }) => problem.retryAfterMs ?? RETRY_MS * (1 + Math.random()),
        staleTime: 30_000,
        refetchOnWindowFocus: false,
      },
    },
  })
}

export function statusQuery(network: string, samples = 0) {
  const search = new URLSearchParams({ cluster: network, samples: String(samples) })
  return queryOptions<IndexerStatus, ProblemError>({
    queryKey: ['status', network, samples],
    queryFn: ({ signal }) => fetchJson<IndexerStatus>(`/api/v1/status?${search}`, signal),
  })
}
