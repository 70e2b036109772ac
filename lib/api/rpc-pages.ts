import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import type { ListMethod, Params } from '../protocol/rpc/methods'
import type { Answer } from './answer'
import type { ProblemError } from './problem'
import { fetchAnswer } from './query'

/** The pages of a list that are loaded, each with the cursor that it was requested with. */
export type Pages<M extends ListMethod> = InfiniteData<Answer<M>, string | null>

/**
 * The query of a list that grows by a page at a time, from the cursor in `params` on. A page that came is not requested
 * again, whatever else happens, nor compared with what came before: there may be a hundred.
 */
export function rpcPages<M extends ListMethod>(method: M, params: Params<M>, network: string) {
  return infiniteQueryOptions<Answer<M>, ProblemError, Pages<M>, QueryKey, string | null>({
    queryKey: ['pages', network, method, params],
    queryFn: ({ pageParam, signal }) =>
      fetchAnswer(method, { ...params, cursor: pageParam } as Params<M>, network, signal),
    initialPageParam: params.cursor ?? null,
    getNextPageParam: ({ result }) => result.value.cursor,
    staleTime: Number.POSITIVE_INFINITY,
    // A failed page makes those before it stale all the same.
    refetchOnMount: false,
    structuralSharing: false,
    // Offline, a request fails at once and says so.
    networkMode: 'always',
    // Whoever shows the list knows whether more rows are wanted.
    retry: false,
  })
}
