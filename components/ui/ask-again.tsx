'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useTransition } from 'react'
import type { Problem } from '@/lib/api/problem'
import type { OldAnswer } from '../../lib/api/answer'
import { useAsker } from './asks'
import { onBetterVerdict } from './better-verdict'
import { AskButton, AskLink, usePause } from './pause'

/** How long a part of a page that the server made waits before it is refreshed, where no time is named. */
const PAGE_AFTER_MS = 10_000

/**
 * The foot of a notice: when it is asked again by itself, and a way to do so now, which opens when the indexer may be
 * asked. Without scripts the seconds are those of the answer, and a link to this very address.
 */
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

/** The way to a newer answer than a part of a page was made of. */
export function AskForNewer({ old }: { old: Pick<OldAnswer, 'retryAfterMs'> }) {
  const left = usePause(old.retryAfterMs, old)
  return (
    <>
      <AskPage label="Refresh" waitMs={old.retryAfterMs} since={old} left={left} />
      <AskLink left={left} />
    </>
  )
}

/** When a part of the page last refreshed it because the verdict got better: of several parts the first does. */
let refreshedMs = Number.NEGATIVE_INFINITY

/** Refreshes the page from the server, on demand and by itself while the page is visible. */
function AskPage({
  label,
  waitMs = PAGE_AFTER_MS,
  since,
  left,
}: {
  label: string
  waitMs: number | undefined
  /** New with each answer. */
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

/** Milliseconds before the first refresh, and at most between two: a call for mints may take 6 s. */
const FIRST_MINTS_MS = 1_500
const MOST_MINTS_MS = 60_000

/** On a page that came before the decimals of its mints: refreshes it, less and less often, until it comes with them. */
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
