'use client'

import { useEffect, useState } from 'react'
import { useClock } from './time'

/**
 * Seconds left until requests are allowed, 0 if none. Before hydration as of the response, then by the browser's clock.
 * @param waitMs undefined: no pause is known
 * @param since changes with each response, which restarts the pause
 */
export function usePause(waitMs: number | undefined, since: unknown): number {
  const [over, setOver] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer begins a pause of its own
  useEffect(() => {
    setOver(waitMs === undefined ? null : Date.now() + waitMs)
  }, [waitMs, since])
  const left = useClock((now) => {
    if (waitMs === undefined) return '0'
    return String(Math.ceil((over === null ? waitMs : Math.min(waitMs, Math.max(0, over - now))) / 1_000))
  })
  return Number(left)
}

const HERE = ''

export function RetryLink({ left }: { left: number }) {
  return (
    <noscript>
      {left > 0 && <span>{`Wait ${left} s before retrying. `}</span>}
      <a href={HERE}>Retry</a>
    </noscript>
  )
}

/** Disabled until the indexer accepts the next request. */
export function RetryButton({
  label,
  asking,
  left,
  onAsk,
}: {
  label: string
  asking: boolean
  left: number
  onAsk(): void
}) {
  const waits = left > 0
  return (
    <>
      <button
        type="button"
        className="button needs-script"
        aria-disabled={asking || waits}
        data-habit={asking || waits ? undefined : 'retry'}
        title={waits ? 'Wait for the pause to end: retrying earlier extends it.' : label}
        onClick={() => {
          // Offline, habits.tsx says so: the framework would leave the page.
          if (!asking && !waits && navigator.onLine) onAsk()
        }}
      >
        {asking && !waits ? 'Loading…' : label}
      </button>
      {waits && (
        <span className="needs-script">
          Retrying in <span className="number">{`${left} s`}</span>
        </span>
      )}
    </>
  )
}
