import type { IndexerStatus } from '@/lib/api/status'
import type { Tone } from '@/lib/api/tone'
import type { Verdict } from '@/lib/api/verdicts'
import type { Cluster } from '@/lib/page/address'

export interface StatusProps {
  network: string
  cluster: Cluster
  initial: IndexerStatus
}

export const VERDICT_TONES: Readonly<Record<Verdict, Tone>> = {
  ok: 'live',
  degraded: 'doubt',
  behind: 'doubt',
  frozen: 'doubt',
  unreachable: 'fail',
  limited: 'doubt',
  unknown: 'plain',
}

/** Shape as well as colour, for accessibility. @param inDoubt while a check disagrees: never green */
export function VerdictMark({ verdict, inDoubt = false }: { verdict: Verdict; inDoubt?: boolean }) {
  const tone = VERDICT_TONES[verdict]
  const colour = COLOURS[inDoubt && tone === 'live' ? 'doubt' : tone]
  return (
    <svg viewBox="0 0 12 12" className={`size-3 shrink-0 ${colour}`} aria-hidden="true">
      <path d={SHAPES[verdict]} fill="currentColor" />
    </svg>
  )
}

const COLOURS: Readonly<Record<Tone, string>> = {
  live: 'text-leaf',
  doubt: 'text-doubt',
  fail: 'text-fail',
  plain: 'text-muted',
}

/** Filled outlines; an inner path in the opposite direction is a hole. */
const SHAPES: Readonly<Record<Verdict, string>> = {
  ok: 'M6 1.5a4.5 4.5 0 0 1 0 9 4.5 4.5 0 0 1 0-9z',
  degraded: 'M6 1a5 5 0 0 1 0 10A5 5 0 0 1 6 1zm0 1.5a3.5 3.5 0 0 0 0 7z',
  behind: 'M6 1.5 11.5 11H.5z',
  frozen: 'M2 2h3v8H2zM7 2h3v8H7z',
  limited: 'M6 .5 11.5 6 6 11.5.5 6z',
  unreachable: 'M1.2 2.8 2.8 1.2 6 4.4l3.2-3.2 1.6 1.6L7.6 6l3.2 3.2-1.6 1.6L6 7.6l-3.2 3.2-1.6-1.6L4.4 6z',
  unknown: 'M6 1.25a4.75 4.75 0 0 1 0 9.5 4.75 4.75 0 0 1 0-9.5zm0 1.5a3.25 3.25 0 0 0 0 6.5 3.25 3.25 0 0 0 0-6.5z',
}

export function pendingWord({
  pending,
  standingSince,
}: Pick<IndexerStatus, 'pending' | 'standingSince'>): 'checking' | 'recovering' | 'not moving' | null {
  if (pending) return pending.better ? 'recovering' : 'checking'
  return standingSince === null ? null : 'not moving'
}
