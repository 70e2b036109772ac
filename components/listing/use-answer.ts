'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Answer, AnswerMeta } from '@/lib/api/answer'
import type { Problem } from '@/lib/api/problem'
import { rpcQuery } from '@/lib/api/query'
import type { MethodName, Params } from '@/lib/protocol/rpc/methods'

/** Default delay after a failure or a stale response. */
const RECOVER_AFTER_MS = 5_000

/** For a page rendered without a response: the failure may already be over. */
const FIRST_RECOVER_MS = 1_500

/** Before requesting the newer response that a revalidating one announces. */
const NEWER_AFTER_MS = 1_500

export interface UsedAnswer<M extends MethodName> {
  /** The last good response; undefined until there is one. */
  answer: Answer<M> | undefined
  answeredAt: number
  /** Why there is no response or only an old one; null: no problem. */
  problem: Problem | null
  initialProblem: Problem | null
  asking: boolean
  refresh(): Promise<{ data: Answer<M> | undefined }>
  request: { method: M; params: Params<M>; network: string }
}

/**
 * One operation's response: server-rendered, then refreshed; kept on screen when a later request fails. Retries no earlier than
 * the indexer allows, and never while the page is hidden or the browser offline.
 */
export function useAnswer<M extends MethodName>(
  method: M,
  params: Params<M>,
  network: string,
  initialProblem: Problem | null,
  everyMs: number | false = false,
): UsedAnswer<M> {
  const due = useDue(initialProblem)
  const query = useQuery({
    ...rpcQuery(method, params, network),
    enabled: due,
    refetchInterval: ({ state }) => {
      const problem = state.error?.problem ?? (state.data ? null : initialProblem)
      if (problem) return problem.retryable ? recoverAfter(problem) : false
      return state.data ? nextAsk(state.data.meta, everyMs) : everyMs
    },
  })
  const failure = query.error ?? query.failureReason
  const [last, setLast] = useState({ problem: initialProblem, page: initialProblem })
  // The notice stays during a retry, so that it changes only with a response, another failure or another page.
  const newest = failure?.problem ?? (last.page === initialProblem ? last.problem : initialProblem)
  if (newest !== last.problem || last.page !== initialProblem) setLast({ problem: newest, page: initialProblem })
  return {
    answer: query.data,
    answeredAt: query.dataUpdatedAt,
    problem: query.data ? (failure?.problem ?? null) : newest,
    initialProblem,
    asking: query.isFetching,
    refresh: () => query.refetch(),
    request: { method, params, network },
  }
}

/** A page rendered without a response waits for its first retry; there is none where the problem is final. */
function useDue(initialProblem: Problem | null): boolean {
  const [dueFor, setDueFor] = useState<Problem | null>(null)
  useEffect(() => {
    if (!initialProblem?.retryable) return
    const timer = setTimeout(() => setDueFor(initialProblem), initialProblem.retryAfterMs ?? FIRST_RECOVER_MS)
    return () => clearTimeout(timer)
  }, [initialProblem])
  return initialProblem === null || dueFor === initialProblem
}

function recoverAfter({ retryAfterMs }: { retryAfterMs?: number }): number {
  return Math.max(retryAfterMs ?? RECOVER_AFTER_MS, 1_000)
}

function nextAsk(meta: AnswerMeta, everyMs: number | false): number | false {
  // Slot 0: an indexer without data, which may be filled again.
  if (meta.state === 'stale' || meta.slot === 0) return recoverAfter(meta)
  const isSoonNewer = meta.state === 'revalidating' || meta.sorted?.pending === true
  return isSoonNewer && everyMs === false ? NEWER_AFTER_MS : everyMs
}
