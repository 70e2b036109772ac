import { useEffect, useRef, useState } from 'react'
import { useBetterVerdict } from '@/components/ui/use-better-verdict'
import type { Answer } from '@/lib/api/answer'
import { fetchAnswer } from '@/lib/api/query'
import type { ListMethod, Params } from '@/lib/protocol/rpc/methods'
import type { UsedAnswer } from '../use-answer'
import { CHUNK, LoadedList, type LoadedRows } from './loaded-list'

/** Milliseconds before a retry after a failure that names no time. */
const RETRY_AFTER_MS = 5_000

/** The last list read, so that going back shows its rows again. Only one: lists are large. */
let lastList: { key: string; list: unknown } | null = null

/** The list that grows out of the page's own answer; `startOver` requests it again and drops what was loaded. */
export function useLoadedList<M extends ListMethod>({ request, refresh }: UsedAnswer<M>, answer: Answer<M>) {
  const { method, params, network } = request
  function open(first: Answer<M>): LoadedList<M> {
    const key = JSON.stringify([method, params, network, first.meta.fetchedAt])
    if (lastList?.key === key) return lastList.list as LoadedList<M>
    const ask = (cursor: string) => fetchAnswer(method, { ...params, limit: CHUNK, cursor } as Params<M>, network)
    const prove = (cursor: string) =>
      fetchAnswer(method, Object.assign({ proof: true }, { ...params, limit: CHUNK, cursor }) as Params<M>, network)
    const list = new LoadedList<M>(first, params.cursor ?? null, ask, method.includes('Accounts') ? prove : null)
    lastList = { key, list }
    return list
  }
  const [list, setList] = useState(() => open(answer))
  const replacing = useRef<Answer<M> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer answer starts over
  useEffect(() => {
    list.takeProofs(answer)
    const isRestart = replacing.current !== null && replacing.current !== answer
    // A list of one old answer is replaced by a current one; a longer one would lose the reader's place.
    const isRenewed = list.pieces === 1 && list.read().old !== null && answer.meta.state !== 'stale'
    if (!isRestart && !isRenewed) return
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

/** Retries after a failure that may pass, while rows are wanted. */
export function useRetry(
  list: { load(): Promise<void> },
  { problem }: Pick<LoadedRows<never>, 'problem'>,
  wanted: boolean,
): void {
  useEffect(() => {
    if (!problem?.retryable || !wanted) return
    const timer = setTimeout(() => void list.load(), Math.max(problem.retryAfterMs ?? RETRY_AFTER_MS, 1_000))
    return () => clearTimeout(timer)
  }, [list, problem, wanted])
  useBetterVerdict(wanted && problem?.retryable === true, () => void list.load())
}
