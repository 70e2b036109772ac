'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Answer, AnswerMeta } from '@/lib/api/answer'
import type { Problem } from '@/lib/api/problem'
import { rpcQuery } from '@/lib/api/query'
import type { MethodName, Params } from '@/lib/protocol/rpc/methods'

/** Milliseconds before a page retries after a failure, or an old answer, that names no time itself. */
const RECOVER_AFTER_MS = 5_000

/** Milliseconds before the first retry of a page that came without its answer: the failure may be over already. */
const FIRST_RECOVER_MS = 1_500

/** Milliseconds after which to request the newer answer that a revalidating one announces. */
const NEWER_AFTER_MS = 1_500

/** An answer that is kept current on a page, with how the last request went. */
export interface UsedAnswer<M extends MethodName> {
  /** The last good answer; undefined while there is none. */
  answer: Answer<M> | undefined
  /** New with each answer that came, equal ones too. */
  answeredAt: number
  /** Why there is no answer, or why it is not the newest; null when all is well. */
  problem: Problem | null
  /** Why the page came without an answer; null: it came with one. */
  initialProblem: Problem | null
  asking: boolean
  /** Requests it again: the answer that is there then. */
  refresh(): Promise<{ data: Answer<M> | undefined }>
  /** The operation, its parameters, and the network. */
  request: { method: M; params: Params<M>; network: string }
}

/**
 * One operation's answer on a page: what the server sent with the page, kept on screen when a later request fails. It is
 * requested again until it is there and current, not before the retry time that the indexer names; never while the page
 * is hidden or the browser is offline.
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
  // The notice stays during a retry: it changes when an answer, another failure or another page comes.
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

/** False until a page that came without its answer may request it; no retry where its problem is final. */
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

/** Milliseconds to the next request: fewer while an answer is revalidated, more where no newer one is to be had. */
function nextAsk(meta: AnswerMeta, everyMs: number | false): number | false {
  // Slot 0: an indexer without data, which may be filled again.
  if (meta.state === 'stale' || meta.slot === 0) return recoverAfter(meta)
  const isSoonNewer = meta.state === 'revalidating' || meta.sorted?.pending === true
  return isSoonNewer && everyMs === false ? NEWER_AFTER_MS : everyMs
}
