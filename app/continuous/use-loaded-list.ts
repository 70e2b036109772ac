import { useEffect, useRef, useState } from 'react'
import type { Answer } from '@/lib/api/answer'
import { fetchAnswer } from '@/lib/api/query'
import type { ListMethod, Params } from '@/lib/rpc/methods'
import type { UsedAnswer } from '../use-answer'
import { CHUNK, type Loaded, LoadedList } from './loaded-list'

/** Milliseconds before loading goes on by itself after a failure that names no time. */
const RETRY_AFTER_MS = 5_000

/** The list read last, so that going back shows what was seen before. One is kept: lists are large. */
let kept: { key: string; list: unknown } | null = null

/** The list that grows out of the page's own answer; `startOver` asks anew and drops what was loaded. */
export function useLoadedList<M extends ListMethod>({ question, refresh }: UsedAnswer<M>, answer: Answer<M>) {
  const { method, params, network } = question
  function open(first: Answer<M>): LoadedList<M> {
    const key = JSON.stringify([method, params, network, first.meta.fetchedAt])
    if (kept?.key === key) return kept.list as LoadedList<M>
    const ask = (cursor: string) => fetchAnswer(method, { ...params, limit: CHUNK, cursor } as Params<M>, network)
    const list = new LoadedList<M>(first, params.cursor ?? null, ask)
    kept = { key, list }
    return list
  }
  const [list, setList] = useState(() => open(answer))
  const replacing = useRef<Answer<M> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer answer starts over
  useEffect(() => {
    const wasAsked = replacing.current !== null && replacing.current !== answer
    // A list of one old answer gives way to a current one by itself; a longer one would lose the reader's place.
    const isRenewed = list.pieces === 1 && list.read().old !== null && answer.meta.state !== 'stale'
    if (!wasAsked && !isRenewed) return
    replacing.current = null
    setList(open(answer))
  }, [answer])
  return {
    list,
    startOver() {
      replacing.current = answer
      globalThis.scrollTo({ top: 0 })
      refresh()
    },
  }
}

/** Goes on by itself after a failure that may pass, while rows are wanted. */
export function useRetry(
  list: { load(): Promise<void> },
  { problem }: Pick<Loaded<never>, 'problem'>,
  wanted: boolean,
): void {
  useEffect(() => {
    if (!problem?.retryable || !wanted) return
    const timer = setTimeout(() => void list.load(), Math.max(problem.retryAfterMs ?? RETRY_AFTER_MS, 1_000))
    return () => clearTimeout(timer)
  }, [list, problem, wanted])
}
