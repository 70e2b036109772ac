'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useTransition } from 'react'
import type { Problem } from '@/lib/api/problem'
import type { OldAnswer } from '../../lib/api/answer'
import { useAsker } from './asks'
import { onBetterVerdict } from './better-verdict'
import { AskButton, AskLink, usePause } from './pause'

const PAGE_AFTER_MS = 10_000

/** Countdown and retry button of a notice. Without scripts, the wait as of the response and a link to the same URL. */
export function AskAgain({ problem: first }: { problem: Problem }) {
  const asker = useAsker()
  const problem = asker?.problem ?? first
  const left = usePause(problem.retryAfterMs, problem)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      {asker ? (
        <>
          <AskButton label="Retry" asking={asker.asking} left={left} onAsk={asker.onRetry} />
          {left === 0 && <span className="needs-script">Retrying automatically.</span>}
        </>
      ) : (
        <AskPage label="Retry" waitMs={problem.retryAfterMs} since={problem} left={left} />
      )}
      <AskLink left={left} />
    </div>
  )
}

export function AskForNewer({ old }: { old: Pick<OldAnswer, 'retryAfterMs'> }) {
  const left = usePause(old.retryAfterMs, old)
  return (
    <>
      <AskPage label="Refresh" waitMs={old.retryAfterMs} since={old} left={left} />
      <AskLink left={left} />
    </>
  )
}

/** Several parts may refresh the page on recovery: only the first one does. */
let refreshedMs = Number.NEGATIVE_INFINITY

function AskPage({
  label,
  waitMs = PAGE_AFTER_MS,
  since,
  left,
}: {
  label: string
  waitMs: number | undefined
  since: unknown
  left: number
}) {
  const router = useRouter()
  const [asking, start] = useTransition()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer names a wait of its own
  useEffect(() => {
    const refresh = () => start(() => router.refresh())
    const timer = setInterval(() => isSeen() && refresh(), Math.max(waitMs, 1_000))
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
  return <AskButton label={label} asking={asking} left={left} onAsk={() => start(() => router.refresh())} />
}

/** First and longest delay, milliseconds: a call for mints may take 6 s. */
const FIRST_MINTS_MS = 1_500
const MOST_MINTS_MS = 60_000

/** Refreshes a page rendered before its mints' decimals arrived, with growing delays. */
export function MintsSoon() {
  const router = useRouter()
  useEffect(() => {
    let waitMs = FIRST_MINTS_MS
    let timer = setTimeout(ask, waitMs)
    function ask() {
      if (isSeen()) router.refresh()
      waitMs = Math.min(2 * waitMs, MOST_MINTS_MS)
      timer = setTimeout(ask, waitMs)
    }
    return () => clearTimeout(timer)
  }, [router])
  return null
}

function isSeen(): boolean {
  return !document.hidden && navigator.onLine
}
