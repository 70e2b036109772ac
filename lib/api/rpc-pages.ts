import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import type { ListMethod, Params } from '../protocol/rpc/methods'
import type { Answer } from './answer'
import type { ProblemError } from './problem'
import { fetchAnswer } from './query'

export type Pages<M extends ListMethod> = InfiniteData<Answer<M>, string | null>

/** A list that grows by pages, from the cursor in `params`. Loaded pages, of which there may be a hundred, are not refetched. */
export function rpcPages<M extends ListMethod>(method: M, params: Params<M>, network: string) {
  return infiniteQueryOptions<Answer<M>, ProblemError, Pages<M>, QueryKey, string | null>({
    queryKey: ['pages', network, method, params],
    queryFn: ({ pageParam, signal }) =>
      fetchAnswer(method, { ...params, cursor: pageParam } as Params<M>, network, signal),
    initialPageParam: params.cursor ?? null,
    getNextPageParam: ({ result }) => result.value.cursor,
    staleTime: Number.POSITIVE_INFINITY,
    // Otherwise a failed page marks the ones before it stale.
    refetchOnMount: false,
    structuralSharing: false,
    // Offline, a request fails at once.
    networkMode: 'always',
    // The component that shows the list retries.
    retry: false,
  })
}
