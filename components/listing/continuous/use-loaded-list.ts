import { type Query, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useBetterVerdict } from '@/components/ui/use-better-verdict'
import type { Answer } from '@/lib/api/answer'
import type { ProblemError } from '@/lib/api/problem'
import { fetchAnswer } from '@/lib/api/query'
import { type Pages, rpcPages } from '@/lib/api/rpc-pages'
import type { ListMethod, Params } from '@/lib/protocol/rpc/methods'
import type { UsedAnswer } from '../use-answer'
import { CHUNK, type JoinedList, joinPages, withProofs } from './loaded-list'

/** Milliseconds before a retry after a failure that names no time. */
const RETRY_AFTER_MS = 5_000

type PagesQuery<M extends ListMethod> = Query<Answer<M>, ProblemError, Pages<M>>

/** What the pages of a query made: whoever comes back to a long list does not wait until it is joined again. */
const joined = new WeakMap<object, unknown>()

/** The list that grows out of the page's own answer; `startOver` requests it again and drops what was loaded. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that comes
  useEffect(() => {
    const isNew = last > lastProven.current
    lastProven.current = last
    if (!isNew || !method.includes('Accounts')) return
    // Proofs cost the indexer nothing. They come after the rows, and stay out where they cannot be had.
    const proven = Object.assign({ proof: true }, asked, { cursor: data.pageParams[last] })
    fetchAnswer(method, proven, network).then(
      (answer) => takeProofs(query, last, answer),
      () => {},
    )
  }, [query, last])
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists are large, so only the one that is read is held
  useEffect(() => client.removeQueries({ queryKey: ['pages'], type: 'inactive' }), [client, query])

  // biome-ignore lint/correctness/useExhaustiveDependencies: for each newer answer
  useEffect(() => {
    // A list of one old answer is replaced by a current one; a longer one would lose the reader's place.
    if (last === 0 && list.old !== null && answer.meta.state !== 'stale') setFirst(answer)
    else if (answer !== first) void takeProofs(query, 0, answer)
  }, [answer])

  return {
    list,
    loading: isFetching,
    /** Why loading stopped; what was loaded stays. Null while all is well. */
    problem: isFetching ? null : (error?.problem ?? null),
    /** Loads the next page. After a failure it resumes where it stopped. */
    load: useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]),
    since: first.meta.fetchedAt,
    async startOver() {
      globalThis.scrollTo({ top: 0 })
      const { data: newer } = await refresh()
      // The same one: it failed, and what was loaded stays.
      if (newer && newer !== answer) setFirst(newer)
    },
  }
}

/** Takes over the proofs of a page's rows; not while another page comes, which would bring the old rows back. */
export async function takeProofs<M extends ListMethod>(
  query: PagesQuery<M>,
  index: number,
  proven: Answer<M>,
): Promise<void> {
  const page = query.state.data?.pages[index]
  // Before the wait, which ends in the task that has another page to read.
  const marked = page && withProofs(page, proven)
  while (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => {})
  const { data } = query.state
  const pages = data?.pages.map((page, i) => (marked && i === index ? marked : page))
  // Not as an answer of the query: that would clear its failure.
  if (data && pages) query.setState({ data: { ...data, pages } })
}

/** Loads more while rows are wanted; after a failure that may pass, when it may have. */
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
