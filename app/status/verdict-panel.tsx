import type { ReactNode } from 'react'
import { VERDICT_TONES, VerdictMark } from '@/components/status/verdict'
import { Age } from '@/components/ui/time'
import type { Tone } from '@/lib/api/tone'
import type { Verdict } from '@/lib/api/verdicts'
import { unknownNow } from './words'

export const EDGES: Readonly<Record<Tone, string>> = {
  live: 'border-s-leaf',
  doubt: 'border-s-doubt',
  fail: 'border-s-fail',
  plain: 'border-s-muted',
}

/** @param isCurrent false: what is shown was true before the explorer could not be reached */
export function VerdictPanel({
  label,
  verdict,
  since,
  summary,
  doubt,
  isCurrent,
  children,
}: {
  label: string
  verdict: Verdict
  since: string | null
  summary: string
  doubt: string | null
  isCurrent: boolean
  children?: ReactNode
}) {
  const shown = isCurrent ? verdict : 'unknown'
  const doubted = isCurrent ? doubt : null
  const tone = VERDICT_TONES[shown]
  return (
    <section
      className={`panel border-s-4 p-4 sm:p-5 ${EDGES[doubted && tone === 'live' ? 'doubt' : tone]}`}
      aria-label={label}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="inline-flex items-center gap-2 text-lg font-semibold">
          <VerdictMark verdict={shown} inDoubt={doubted !== null} />
          <span translate="no">{isCurrent ? verdict : unknownNow(verdict)}</span>
        </p>
        {doubted && <p className="text-doubt">{doubted}</p>}
        {isCurrent && since && (
          <p className="number text-sm text-muted">
            <span>{`since ${since.slice(11, 19)} UTC,`}</span> <Age iso={since} />
          </p>
        )}
      </div>
      {/* Room for two lines on a phone: nothing below moves when the sentence or the font changes. */}
      <p className="mt-1 max-w-prose wrap-anywhere max-sm:min-h-12">{isCurrent ? summary : `Last known: ${summary}`}</p>
      {children}
    </section>
  )
}
