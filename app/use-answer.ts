'use client'

import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@/lib/rpc/answer'
import type { MethodName, Params, WireResult } from '@/lib/rpc/methods'
import type { Problem } from '@/lib/rpc/problem'
import { rpcQuery } from '@/lib/rpc/query'

/** How long a page waits before it asks again after a failure that names no time itself. */
const RECOVER_AFTER_MS = 5_000

/** The operations that are listed in pages: their result has items and a cursor. */
export type PagedMethod = Extract<
  MethodName,
  'getCompressedAccountsByOwner' | 'getCompressedTokenAccountsByDelegate' | 'getLatestCompressionSignatures'
>

/** One row of a paged operation's answer, in wire form. */
export type ItemOf<M extends PagedMethod> = WireResult<M>['value']['items'][number]

/** What tells a row from all others: its account's hash, or its signature. */
export function identityOf(item: ItemOf<PagedMethod>): string {
  if ('signature' in item) return item.signature
  return 'account' in item ? item.account.hash : item.hash
}

export interface UsedAnswer<M extends MethodName> {
  /** The last good answer; undefined while there is none. */
  answer: Answer<M> | undefined
  /** Why there is no answer, or why it is not the newest; null when all is well. */
  problem: Problem | null
  asking: boolean
  refresh(): void
  /** What was asked, and of which network. */
  question: { method: M; params: Params<M>; network: string }
}

/**
 * One operation's answer on a page: what the server sent with the page, kept on screen when a later request fails, and
 * asked again by itself until it succeeds.
 */
export function useAnswer<M extends MethodName>(
  method: M,
  params: Params<M>,
  network: string,
  initialProblem: Problem | null,
  everyMs: number | false = false,
): UsedAnswer<M> {
  const query = useQuery({
    ...rpcQuery(method, params, network),
    // Asking again cannot help where the page already came with a final answer.
    enabled: initialProblem === null || initialProblem.retryable,
    refetchInterval: ({ state }) => {
      const problem = state.error?.problem ?? (state.data ? null : initialProblem)
      if (problem === null) return everyMs
      return problem.retryable ? Math.max(problem.retryAfterMs ?? RECOVER_AFTER_MS, 1_000) : false
    },
  })
  return {
    answer: query.data,
    problem: query.error?.problem ?? (query.data ? null : initialProblem),
    asking: query.isFetching,
    refresh: () => void query.refetch(),
    question: { method, params, network },
  }
}
