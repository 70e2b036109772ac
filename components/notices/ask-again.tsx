'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useTransition } from 'react'
import type { Problem } from '@/lib/api/problem'
import { useAsker } from './asks'
import { useBetterVerdict } from './better-verdict'
import { AskButton, AskLink, usePause } from './pause'
import type { OldAnswer } from './stale-label'

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
    const timer = setInterval(
      () => {
        if (!document.hidden && navigator.onLine) start(() => router.refresh())
      },
      Math.max(waitMs, 1_000),
    )
    return () => clearInterval(timer)
  }, [waitMs, since, router])
  useBetterVerdict(true, () => {
    if (performance.now() - refreshedMs < 1_000) return
    refreshedMs = performance.now()
    start(() => router.refresh())
  })
  return <AskButton label={label} asking={asking} left={left} onAsk={() => start(() => router.refresh())} />
}
