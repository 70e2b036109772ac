import { queryOptions } from '@tanstack/react-query'
import { stringifyJson } from '../protocol/rpc/json'
import type { MethodName } from '../protocol/rpc/methods'
import type { Answer } from './answer'
import { fetchJson } from './fetch-json'
import type { ProblemError } from './problem'
import type { RequestParams } from './request-params'

/*
 * Query options for any operation, the same on the server (where a page fills the cache) and in the browser (which asks
 * the explorer's own API). No zod behind it: answers come from our origin, checked there; only integers must stay whole.
 */

/** The query of one operation: `useQuery(rpcQuery('getIndexerSlot', {}, network))`. See answer.ts. */
export function rpcQuery<M extends MethodName>(method: M, params: RequestParams<M>, network: string) {
  return queryOptions<Answer<M>, ProblemError>({
    queryKey: ['rpc', network, method, params],
    queryFn: ({ signal }) => fetchAnswer(method, params, network, signal),
  })
}

/**
 * Asks one operation of the explorer's own API.
 * @throws ProblemError as fetchJson() does.
 */
export async function fetchAnswer<M extends MethodName>(
  method: M,
  params: RequestParams<M>,
  network: string,
  signal?: AbortSignal,
): Promise<Answer<M>> {
  return withBigints(await fetchJson<Answer<M>>(rpcPath(method, params, network), signal))
}

/** Members that are u64, wherever they stand in a row. Interface 2.4 to 2.6; query.test.ts holds it to the schemas. */
const U64_MEMBERS = new Set(['lamports', 'discriminator', 'seq', 'amount'])

/** A freshly parsed answer in our form, changed in place: a u64 is a bigint, however small. */
function withBigints<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'number' && U64_MEMBERS.has(name)) Reflect.set(value, name, BigInt(member))
    else withBigints(member)
  }
  return value
}

/** Path and query string of an operation in the explorer's API. design.md 4.4. */
export function rpcPath<M extends MethodName>(method: M, params: RequestParams<M>, network: string): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue
    search.set(name, typeof value === 'string' ? value : stringifyJson(value))
  }
  search.set('cluster', network)
  return `/api/v1/${method}?${search}`
}
