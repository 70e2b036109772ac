import type { ReactNode } from 'react'
import { type Tone, VERDICT_FACTS, type Verdict } from '@/lib/api/verdicts'

/** A verdict's sign: colour and shape, because neither may speak alone. @param inDoubt while a check disagrees: never green */
export function VerdictMark({ verdict, inDoubt = false }: { verdict: Verdict; inDoubt?: boolean }) {
  const { tone } = VERDICT_FACTS[verdict]
  const colour = COLOURS[inDoubt && tone === 'live' ? 'doubt' : tone]
  return (
    <svg viewBox="0 0 12 12" className={`size-3 shrink-0 ${colour}`} aria-hidden="true">
      {SHAPES[verdict]}
    </svg>
  )
}

const COLOURS: Readonly<Record<Tone, string>> = {
  live: 'text-leaf',
  doubt: 'text-doubt',
  fail: 'text-fail',
  plain: 'text-muted',
}

const SHAPES: Readonly<Record<Verdict, ReactNode>> = {
  ok: <circle cx="6" cy="6" r="4.5" fill="currentColor" />,
  // A ring, its right half filled: the inner half runs the other way round.
  degraded: <path d="M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1zm0 1.5a3.5 3.5 0 0 0 0 7z" fill="currentColor" />,
  behind: <path d="M6 1.5 11.5 11H.5z" fill="currentColor" />,
  frozen: <path d="M2 2h3v8H2zM7 2h3v8H7z" fill="currentColor" />,
  limited: <path d="M6 .5 11.5 6 6 11.5.5 6z" fill="currentColor" />,
  unreachable: <path d="M2 2l8 8M10 2l-8 8" fill="none" stroke="currentColor" strokeWidth="2.25" />,
  unknown: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />,
}
