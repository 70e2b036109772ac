import { type Query, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useBetterVerdict } from '@/components/ui/better-verdict'
import type { Answer } from '@/lib/api/answer'
import type { ProblemError } from '@/lib/api/problem'
import { fetchAnswer } from '@/lib/api/query'
import { type Pages, rpcPages } from '@/lib/api/rpc-pages'
import type { ListMethod, Params } from '@/lib/protocol/rpc/methods'
import type { UsedAnswer } from '../use-answer'
import { CHUNK, type JoinedList, joinPages, withProofs } from './loaded-list'

const RETRY_AFTER_MS = 5_000

type PagesQuery<M extends ListMethod> = Query<Answer<M>, ProblemError, Pages<M>>

const joined = new WeakMap<object, unknown>()

/** `startOver` drops loaded pages and requests the first one again. */
export function useLoadedList<M extends ListMethod>({ request, refresh }: UsedAnswer<M>, answer: Answer<M>) {
  const { method, params, network } = request
  const client = useQueryClient()
  const [first, setFirst] = useState(answer)
  const asked = { ...params, limit: CHUNK } as Params<M>
  const options = rpcPages(method, asked, network)
  const queryKey = [...options.queryKey, first.meta.fetchedAt]
  const { data, error, isFetching, fetchNextPage } = useInfiniteQuery({
    ...options,
    queryKey,
    initialData: { pages: [first], pageParams: [params.cursor ?? null] },
  })
  const query = client.getQueryCache().find({ queryKey }) as PagesQuery<M>
  const list = useMemo(() => {
    const list = joinPages(joined.get(query) as JoinedList<M> | undefined, data)
    joined.set(query, list)
    return list
  }, [query, data])

  const last = data.pages.length - 1
  const lastProven = useRef(last)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each loaded page
  useEffect(() => {
    const isNew = last > lastProven.current
    lastProven.current = last
    if (!isNew || !method.includes('Accounts')) return
    // Proofs cost the indexer no calls. They arrive after the rows; the list works without them.
    const proven = Object.assign({ proof: true }, asked, { cursor: data.pageParams[last] })
    fetchAnswer(method, proven, network).then(
      (answer) => takeProofs(query, last, answer),
      () => {},
    )
  }, [query, last])
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists are large: only the current one is kept
  useEffect(() => client.removeQueries({ queryKey: ['pages'], type: 'inactive' }), [client, query])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each newer answer
  useEffect(() => {
    // A longer list is not replaced: the user's place would be lost.
    if (last === 0 && list.old !== null && answer.meta.state !== 'stale') setFirst(answer)
    else if (answer !== first) void takeProofs(query, 0, answer)
  }, [answer])

  return {
    list,
    loading: isFetching,
    problem: isFetching ? null : (error?.problem ?? null),
    load: useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]),
    since: first.meta.fetchedAt,
    async startOver() {
      globalThis.scrollTo({ top: 0 })
      const { data: newer } = await refresh()
      if (newer && newer !== answer) setFirst(newer)
    },
  }
}

/** Waits while another page is being fetched, which would restore the old rows. */
export async function takeProofs<M extends ListMethod>(
  query: PagesQuery<M>,
  index: number,
  proven: Answer<M>,
): Promise<void> {
  const page = query.state.data?.pages[index]
  const marked = page && withProofs(page, proven)
  while (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => {})
  const { data } = query.state
  const pages = data?.pages.map((page, i) => (marked && i === index ? marked : page))
  // setState, not setQueryData: that would clear the query's failure.
  if (data && pages) query.setState({ data: { ...data, pages } })
}

export function useLoading({ list, loading, problem, load }: ReturnType<typeof useLoadedList>, wanted: boolean): void {
  const canLoad = !loading && list.cursor !== null && list.stopped === null
  useEffect(() => {
    if (!wanted || !canLoad) return
    if (problem === null) return load()
    if (!problem.retryable) return
    const timer = setTimeout(load, Math.max(problem.retryAfterMs ?? RETRY_AFTER_MS, 1_000))
    return () => clearTimeout(timer)
  }, [load, problem, wanted, canLoad])
  useBetterVerdict(wanted && problem?.retryable === true, load)
}
