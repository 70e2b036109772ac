'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useTransition } from 'react'
import type { Problem } from '@/lib/api/problem'
import { onBetterVerdict } from './better-verdict'
import { isSeen } from './is-seen'
import { RetryButton, RetryLink, usePause } from './pause'
import { useRetrier } from './retry-context'

const PAGE_AFTER_MS = 10_000

/** Countdown and retry button of a notice. Without scripts, the wait as of the response and a link to the same URL. */
export function RetryCountdown({ problem: first }: { problem: Problem }) {
  const retrier = useRetrier()
  const problem = retrier?.problem ?? first
  const left = usePause(problem.retryAfterMs, problem)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      {retrier ? (
        <>
          <RetryButton label="Retry" asking={retrier.asking} left={left} onAsk={retrier.onRetry} />
          {left === 0 && <span className="needs-script">Retrying automatically.</span>}
          <RetryLink left={left} />
        </>
      ) : (
        <PageRefresh label="Retry" waitMs={problem.retryAfterMs} since={problem} />
      )}
    </div>
  )
}

/** Several parts may refresh the page on recovery: only the first one does. */
let refreshedMs = Number.NEGATIVE_INFINITY

/** Refreshes the page, at the latest after `waitMs` and when the indexer recovers. `since` changes with each response. */
export function PageRefresh({ label, waitMs, since }: { label: string; waitMs: number | undefined; since: unknown }) {
  const left = usePause(waitMs, since)
  const router = useRouter()
  const [asking, start] = useTransition()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer names a wait of its own
  useEffect(() => {
    const refresh = () => start(() => router.refresh())
    const timer = setInterval(() => isSeen() && refresh(), Math.max(waitMs ?? PAGE_AFTER_MS, 1_000))
    const stop = onBetterVerdict(() => {
      if (performance.now() - refreshedMs < 1_000) return
      refreshedMs = performance.now()
      refresh()
    })
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [waitMs, since, router])
  return (
    <>
      <RetryButton label={label} asking={asking} left={left} onAsk={() => start(() => router.refresh())} />
      <RetryLink left={left} />
    </>
  )
}
