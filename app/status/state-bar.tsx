import { Fragment, type ReactNode, type SVGProps } from 'react'
import { VERDICT_TONES } from '@/components/status/verdict'
import type { Tone } from '@/lib/api/tone'
import type { Verdict } from '@/lib/api/verdicts'
import type { VerdictRun } from './state-runs'

/*
 * Verdicts as a bar: all but ok have a pattern of their own, and a gap is a thin grey line. So colour is never the only sign,
 * and a time without samples is never green.
 */

type Name = Verdict | 'none'

const nameOf = (verdict: Verdict | null): Name => verdict ?? 'none'
const patternOf = (name: Name) => `url(#state-${name})`

/** Tiles of 8 by 8. */
const PATTERNS: Readonly<Record<Name, { ground: string; drawn?: ReactNode }>> = {
  ok: { ground: 'fill-leaf' },
  degraded: {
    ground: 'fill-doubt-soft',
    drawn: <path d="M1 4 4 1l3 3-3 3z" className="fill-doubt" />,
  },
  behind: {
    ground: 'fill-doubt-soft',
    drawn: <path d="M-1 1 1-1M-1 9 9-1M7 9 9 7" className="stroke-doubt" strokeWidth="3" />,
  },
  limited: {
    ground: 'fill-doubt-soft',
    drawn: (
      <>
        <circle cx="2" cy="2" r="1.5" className="fill-doubt" />
        <circle cx="6" cy="6" r="1.5" className="fill-doubt" />
      </>
    ),
  },
  frozen: {
    ground: 'fill-doubt-soft',
    drawn: <path d="M2 0V8M6 0V8" className="stroke-doubt" strokeWidth="2.5" />,
  },
  unreachable: {
    ground: 'fill-fail',
    drawn: <path d="M1 1 7 7M7 1 1 7" className="stroke-surface" strokeWidth="1.25" />,
  },
  unknown: {
    ground: 'fill-sunken',
    drawn: <path d="M0 2H8M0 6H8" className="stroke-muted" strokeWidth="1" />,
  },
  none: {
    ground: 'fill-sunken',
    drawn: <path d="M-1 7 1 9M-1-1 9 9M7-1 9 1" className="stroke-muted" strokeOpacity="0.55" strokeWidth="1" />,
  },
}

export function StatePatterns() {
  return (
    <svg className="absolute size-0" aria-hidden="true">
      <defs>
        {Object.entries(PATTERNS).map(([name, { ground, drawn }]) => (
          <pattern key={name} id={`state-${name}`} width="8" height="8" patternUnits="userSpaceOnUse">
            <rect width="8" height="8" className={ground} />
            {drawn}
          </pattern>
        ))}
      </defs>
    </svg>
  )
}

/** @param hrefOf of the incident in a run that is not ok: for pointers, as the list of incidents has the same links */
export function StateBar({
  runs,
  label,
  hrefOf,
}: {
  runs: readonly VerdictRun[]
  label: string
  hrefOf?(run: VerdictRun): string | null
}) {
  return (
    <div className="relative">
      <svg className="block h-8 w-full" role="img" aria-label={label}>
        {runs.map(({ verdict, partly, start, width }) => {
          const along = placeOf({ start, width })
          const height = verdict === null ? GAP : partly ? ABOVE_OK : WHOLE
          return (
            <Fragment key={start}>
              {partly && <rect {...along} {...BELOW} fill={patternOf('ok')} />}
              <rect {...along} {...height} fill={patternOf(nameOf(verdict))} />
            </Fragment>
          )
        })}
      </svg>
      {hrefOf && (
        <svg className="absolute inset-0 h-8 w-full" aria-hidden="true">
          {runs.map((run) => {
            const href = run.verdict === 'ok' || run.verdict === null ? null : hrefOf(run)
            return (
              href !== null && (
                <a key={run.start} href={href} tabIndex={-1}>
                  <rect {...placeOf(run)} height="100%" fill="transparent" />
                </a>
              )
            )
          })}
        </svg>
      )}
    </div>
  )
}

function placeOf({ start, width }: Pick<VerdictRun, 'start' | 'width'>) {
  return { x: `${start.toFixed(3)}%`, width: `${width.toFixed(3)}%` }
}

const BELOW = { y: '62%', height: '38%' }
const ABOVE_OK = { y: '0', height: '62%' }
const GAP = { y: '80%', height: '20%' }
const WHOLE = { y: '0', height: '100%' }

export function StateBackdrop({ runs }: { runs: readonly VerdictRun[] }) {
  return (
    <svg className="absolute inset-0 size-full" aria-hidden="true">
      {runs.map(({ verdict, start, width }) =>
        verdict === 'ok' ? null : (
          <rect
            key={start}
            x={`${start.toFixed(3)}%`}
            width={`${width.toFixed(3)}%`}
            height="100%"
            {...tintOf(verdict)}
          />
        ),
      )}
    </svg>
  )
}

function tintOf(verdict: Verdict | null): SVGProps<SVGRectElement> {
  const tone = verdict === null ? 'plain' : VERDICT_TONES[verdict]
  if (tone === 'plain') return { fill: patternOf(nameOf(verdict)), fillOpacity: verdict === null ? 0.4 : 0.3 }
  return TINTS[tone]
}

const TINTS: Readonly<Record<Exclude<Tone, 'plain'>, SVGProps<SVGRectElement>>> = {
  live: {},
  doubt: { className: 'fill-doubt-soft', fillOpacity: 0.7 },
  fail: { className: 'fill-fail-soft', fillOpacity: 0.8 },
}

export function StateSwatch({ verdict }: { verdict: Verdict | null }) {
  return (
    <svg className="inline-block h-3.5 w-6 shrink-0" aria-hidden="true">
      <rect width="100%" {...(verdict === null ? GAP : WHOLE)} fill={patternOf(nameOf(verdict))} />
    </svg>
  )
}
