import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Problem, ProblemError } from '@/lib/api/problem'
import { fetchAnswer } from '@/lib/api/query'
import type { RequestParams } from '@/lib/api/request-params'
import { nextPollMs, type WholeAnswer } from './whole-words'

const METHOD = 'getCompressedAccountsByOwner'

/** Polling keeps the server reading, in a hidden page too; a pause ends it. */
export function useWholeReading(
  params: RequestParams<typeof METHOD>,
  network: string,
  first: { answer: WholeAnswer | null; problem: Problem | null },
) {
  const client = useQueryClient()
  /** `since`: answers before it was begun; null: paused. */
  const [run, setRun] = useState<{ calls: number; since: number } | null>(null)
  const queryKey = ['whole', network, params]
  const { data, error, fetchStatus } = useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<WholeAnswer> => {
      const page = { ...params, calls: run?.calls }
      return fetchAnswer(METHOD, page, network, signal) as Promise<WholeAnswer>
    },
    initialData: () => first.answer ?? undefined,
    enabled: run !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => run !== null && nextPollMs(state, run.since),
    refetchIntervalInBackground: true,
  })
  const state = client.getQueryState<WholeAnswer, ProblemError>(queryKey)
  const isOver = run !== null && fetchStatus === 'idle' && state !== undefined && !nextPollMs(state, run.since)
  useEffect(() => {
    if (isOver) setRun(null)
  }, [isOver])
  return {
    answer: data ?? null,
    problem: error?.problem ?? (data ? null : first.problem),
    isRequesting: run !== null,
    /** @param calls limit, including those made so far */
    begin: (calls: number) => setRun({ calls, since: state?.dataUpdateCount ?? 0 }),
    pause: () => {
      setRun(null)
      void client.cancelQueries({ queryKey })
    },
  }
}
