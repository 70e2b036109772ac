'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Answer, AnswerMeta } from '@/lib/api/answer'
import type { Problem } from '@/lib/api/problem'
import { rpcQuery } from '@/lib/api/query'
import type { MethodName, Params } from '@/lib/rpc/methods'

/** How long a page waits before it asks again after a failure, or for an old answer, that names no time itself. */
const RECOVER_AFTER_MS = 5_000

/** The first time after a page came without its answer: what failed once may be over already. */
const FIRST_RECOVER_MS = 1_500

/** How long the answer takes that is on its way when an older one is given out: asked for then. */
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
  refresh(): void
  /** What was asked, and of which network. */
  question: { method: M; params: Params<M>; network: string }
}

/**
 * One operation's answer on a page: what the server sent with the page, kept on screen when a later request fails. It
 * is asked for again by itself until it is there and current, not before the time that the indexer wants to be left
 * alone; never while the page is hidden or the browser is offline.
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
  // The words stay while it is asked again: they change when an answer, another failure or another page comes.
  const newest = failure?.problem ?? (last.page === initialProblem ? last.problem : initialProblem)
  if (newest !== last.problem || last.page !== initialProblem) setLast({ problem: newest, page: initialProblem })
  return {
    answer: query.data,
    answeredAt: query.dataUpdatedAt,
    problem: query.data ? (failure?.problem ?? null) : newest,
    initialProblem,
    asking: query.isFetching,
    refresh: () => void query.refetch(),
    question: { method, params, network },
  }
}

/** False until a page that came without its answer may ask for it; asking cannot help where its problem is final. */
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

/** When an answer is asked for again: sooner than usual for a newer one on its way, later where none can be had. */
function nextAsk(meta: AnswerMeta, everyMs: number | false): number | false {
  // Slot 0: an indexer without data, which may be filled again.
  if (meta.state === 'stale' || meta.slot === 0) return recoverAfter(meta)
  return meta.state === 'revalidating' && everyMs === false ? NEWER_AFTER_MS : everyMs
}
