'use client'

import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useBetterVerdict } from '@/components/ui/better-verdict'
import { RetryButton, usePause } from '@/components/ui/pause'
import type { Answer } from '@/lib/api/answer'
import { isProblem, type Problem } from '@/lib/api/problem'
import { fetchAnswer } from '@/lib/api/query'
import { type Exposure, ExposureSum, type ListCoverage } from '@/lib/wallet/exposure'
import { coverageOf } from '@/lib/wallet/wallet'
import { type DelegateShown, ExposureView } from './exposure-view'
import * as words from './words'

const LIMIT = 1_000

/** Further responses need a click: the indexer's calls are limited. */
const AUTOMATIC_ANSWERS = 10

const TOP_WALLETS = 25

const METHOD = 'getCompressedTokenAccountsByDelegate'

const NOTHING_READ: ListCoverage = {
  slots: null,
  reachedEnd: false,
  complete: null,
  completeReason: undefined,
  fetchedAt: '',
  old: null,
}

export function ExposureWalk({
  delegate,
  network,
  children,
  ...shown
}: DelegateShown & { network: string; children: ReactNode }) {
  const [sums, setSums] = useState<{ exposure: Exposure; listCoverage: ListCoverage } | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [running, setRunning] = useState(false)
  const sum = useRef(new ExposureSum())
  const listCoverage = useRef<ListCoverage>(NOTHING_READ)
  const cursor = useRef<string | null>(null)
  const stopping = useRef<AbortController | null>(null)
  const walk = useCallback(
    async (answers: number) => {
      const stop = new AbortController()
      stopping.current?.abort()
      stopping.current = stop
      setRunning(true)
      setProblem(null)
      try {
        for (let left = answers; left > 0 && !listCoverage.current.reachedEnd; left--) {
          const params = { delegate, limit: LIMIT, ...(cursor.current && { cursor: cursor.current }) }
          const answer = await fetchAnswer(METHOD, params, network, stop.signal)
          if (stop.signal.aborted) return
          sum.current.add(answer.result.value.items)
          cursor.current = answer.result.value.cursor
          listCoverage.current = coverageWith(listCoverage.current, answer)
          setSums({ exposure: sum.current.result(TOP_WALLETS), listCoverage: listCoverage.current })
        }
      } catch (error) {
        if (stop.signal.aborted) return
        if (!isProblem(error)) throw error
        setProblem(error.problem)
      } finally {
        if (stopping.current === stop) setRunning(false)
      }
    },
    [delegate, network],
  )

  useEffect(() => {
    void walk(AUTOMATIC_ANSWERS)
    return () => stopping.current?.abort()
  }, [walk])

  useBetterVerdict(!running && problem?.retryable === true, () => void walk(AUTOMATIC_ANSWERS))

  const left = usePause(problem?.retryAfterMs, problem)
  const rows = sums?.exposure.accounts ?? 0
  const ended = sums?.listCoverage.reachedEnd ?? false
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-2 text-sm">
        <p role="status">
          {running ? words.adding : problem ? words.partial(problem.title) : ended ? words.ended : words.stopped}
        </p>
        {running && <span className="number text-muted">{words.rowsSoFar(rows)}</span>}
        {running && (
          <button type="button" className="button" onClick={() => stopping.current?.abort()}>
            Stop
          </button>
        )}
        {!running && !ended && (
          <RetryButton label="Continue" asking={false} left={left} onAsk={() => void walk(Number.POSITIVE_INFINITY)} />
        )}
      </div>
      {sums ? <ExposureView {...sums} {...shown} delegate={delegate} /> : children}
    </>
  )
}

function coverageWith(before: ListCoverage, answer: Answer<typeof METHOD>): ListCoverage {
  const now = coverageOf(answer)
  const slots = [...(before.slots ?? []), ...(now.slots ?? [])]
  const { complete, completeReason } = before.complete === false ? before : now
  return {
    ...{ ...now, complete, completeReason },
    slots: slots.length > 0 ? [Math.min(...slots), Math.max(...slots)] : null,
    old: before.old ?? now.old,
  }
}
