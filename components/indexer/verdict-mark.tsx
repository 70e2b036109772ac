import type { Verdict } from '@/lib/api/status'

/** A verdict's sign: colour and shape, because neither may speak alone. */
export function VerdictMark({ verdict }: { verdict: Verdict }) {
  const { colour, path } = MARKS[verdict]
  return (
    <svg viewBox="0 0 12 12" className={`size-3 shrink-0 ${colour}`} aria-hidden="true">
      {path}
    </svg>
  )
}

const MARKS: Record<Verdict, { colour: string; path: React.ReactNode }> = {
  ok: { colour: 'text-leaf', path: <circle cx="6" cy="6" r="4.5" fill="currentColor" /> },
  behind: { colour: 'text-doubt', path: <path d="M6 1.5 11.5 11H.5z" fill="currentColor" /> },
  frozen: { colour: 'text-doubt', path: <path d="M2 2h3v8H2zM7 2h3v8H7z" fill="currentColor" /> },
  limited: { colour: 'text-doubt', path: <path d="M6 .5 11.5 6 6 11.5.5 6z" fill="currentColor" /> },
  unreachable: {
    colour: 'text-fail',
    path: <path d="M2 2l8 8M10 2l-8 8" fill="none" stroke="currentColor" strokeWidth="2.25" />,
  },
  unknown: {
    colour: 'text-muted',
    path: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  },
}
