'use client'

import { useEffect, useState } from 'react'
import { useClock } from './time'

/**
 * Seconds left of a pause in which nothing may be asked; 0 when there is none or it is over. The server, and a browser
 * before its first step, say the seconds as of the answer; after that they run down by this browser's clock.
 * @param waitMs as the answer names it; undefined: no pause is known.
 * @param since anything that is new with each answer: the pause begins again with it.
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

/** True once something has been under way for longer than a second. */
function useSlow(underWay: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!underWay) return
    const timer = setTimeout(() => setSlow(true), 1_000)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [underWay])
  return slow
}

/** This very address, with everything in it. */
const HERE = ''

/** Asks again without scripts: how long it should wait, as of the answer, and a link to the page as it is. */
export function AskLink({ left }: { left: number }) {
  return (
    <noscript>
      {left > 0 && <span>{`Wait ${left} s before retrying. `}</span>}
      <a href={HERE}>Retry</a>
    </noscript>
  )
}

/** The retry button: names what it waits for, and is disabled until the indexer accepts the next request. */
export function AskButton({
  label,
  asking,
  left,
  onAsk,
}: {
  label: string
  asking: boolean
  /** Seconds of the pause that are left. */
  left: number
  onAsk(): void
}) {
  const slow = useSlow(asking)
  const waits = left > 0
  return (
    <>
      <button
        type="button"
        className="button needs-script"
        aria-disabled={asking || waits}
        title={waits ? 'Wait for the pause to end: retrying earlier extends it.' : undefined}
        onClick={() => {
          if (!asking && !waits) onAsk()
        }}
      >
        {asking && !waits ? (slow ? 'Still loading…' : 'Loading…') : label}
      </button>
      {waits && (
        <span className="needs-script">
          Retrying in <span className="number">{`${left} s`}</span>
        </span>
      )}
      <span role="status" className="sr-only">
        {slow && !waits && 'Still waiting for the indexer.'}
      </span>
    </>
  )
}
