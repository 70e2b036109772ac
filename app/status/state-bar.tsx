import { Fragment } from 'react'
import type { Verdict } from '@/lib/api/status'
import type { Run } from './state-runs'

/*
 * A network's verdicts as a bar. Calm where it was ok: a low band; what was not ok stands up to the full height with a
 * pattern of its own, and a gap is hatched grey. So colour is never alone, and never green where nobody looked.
 */

/** A pattern's name: the verdict's, or `none` where there is no sample. */
type Name = Verdict | 'none'

const nameOf = (verdict: Verdict | null): Name => verdict ?? 'none'
const patternOf = (name: Name) => `url(#state-${name})`

/** The patterns of all bars of a page; stands in it once. */
export function StatePatterns() {
  return (
    <svg className="absolute size-0" aria-hidden="true">
      <defs>
        <Pattern name="ok" ground="fill-leaf" />
        <Pattern name="behind" ground="fill-doubt-soft">
          <path d="M-1 1 1-1M-1 9 9-1M7 9 9 7" className="stroke-doubt" strokeWidth="3" />
        </Pattern>
        <Pattern name="limited" ground="fill-doubt-soft">
          <circle cx="2" cy="2" r="1.5" className="fill-doubt" />
          <circle cx="6" cy="6" r="1.5" className="fill-doubt" />
        </Pattern>
        <Pattern name="frozen" ground="fill-doubt-soft">
          <path d="M2 0V8M6 0V8" className="stroke-doubt" strokeWidth="2.5" />
        </Pattern>
        <Pattern name="unreachable" ground="fill-fail" />
        <Pattern name="unknown" ground="fill-sunken">
          <path d="M0 2H8M0 6H8" className="stroke-muted" strokeWidth="1" />
        </Pattern>
        <Pattern name="none" ground="fill-sunken">
          <path d="M-1 7 1 9M-1-1 9 9M7-1 9 1" className="stroke-muted" strokeOpacity="0.55" strokeWidth="1" />
        </Pattern>
      </defs>
    </svg>
  )
}

function Pattern({ name, ground, children }: { name: Name; ground: string; children?: React.ReactNode }) {
  return (
    <pattern id={`state-${name}`} width="8" height="8" patternUnits="userSpaceOnUse">
      <rect width="8" height="8" className={ground} />
      {children}
    </pattern>
  )
}

/** The bar. `label` says in words what it shows. */
export function StateBar({
  runs,
  label,
  className = 'h-8',
}: {
  runs: readonly Run[]
  label: string
  className?: string
}) {
  return (
    <svg className={`block w-full ${className}`} role="img" aria-label={label}>
      <Runs runs={runs} />
    </svg>
  )
}

/** The low band of what was ok, and where what was partly ok ends above it. */
const OK = { y: '62%', height: '38%' }
const ABOVE_OK = { y: '0', height: '62%' }
const WHOLE = { y: '0', height: '100%' }

function Runs({ runs }: { runs: readonly Run[] }) {
  return runs.map(({ verdict, partly, start, width }) => {
    const along = { x: `${start.toFixed(3)}%`, width: `${width.toFixed(3)}%` }
    return (
      <Fragment key={start}>
        {partly && <rect {...along} {...OK} fill={patternOf('ok')} />}
        <rect {...along} {...(verdict === 'ok' ? OK : partly ? ABOVE_OK : WHOLE)} fill={patternOf(nameOf(verdict))} />
      </Fragment>
    )
  })
}

/** The same bar, thin, above a chart, and a tint behind its lines where the indexer was not ok or nobody looked. */
export function StateBackdrop({ runs }: { runs: readonly Run[] }) {
  return (
    <>
      <div className="absolute start-13 end-2 top-0 h-2">
        <svg className="block size-full" aria-hidden="true">
          <Runs runs={runs} />
        </svg>
      </div>
      <div className="absolute start-13 end-2 top-2 bottom-6">
        <svg className="block size-full" aria-hidden="true">
          {runs.map(({ verdict, start, width }) =>
            verdict === 'ok' ? null : (
              <rect
                key={start}
                x={`${start.toFixed(3)}%`}
                width={`${width.toFixed(3)}%`}
                height="100%"
                {...TINTS[nameOf(verdict)]}
              />
            ),
          )}
        </svg>
      </div>
    </>
  )
}

const DOUBT = { className: 'fill-doubt-soft', fillOpacity: 0.7 }
const TINTS = {
  ok: {},
  behind: DOUBT,
  limited: DOUBT,
  frozen: DOUBT,
  unreachable: { className: 'fill-fail-soft', fillOpacity: 0.8 },
  unknown: { fill: 'url(#state-unknown)', fillOpacity: 0.3 },
  none: { fill: 'url(#state-none)', fillOpacity: 0.4 },
} satisfies Record<Name, React.SVGProps<SVGRectElement>>

/** A piece of a bar beside its name. */
export function StateSwatch({ verdict }: { verdict: Verdict | null }) {
  return (
    <svg className="inline-block h-3.5 w-6 shrink-0" aria-hidden="true">
      <rect width="100%" {...(verdict === 'ok' ? OK : WHOLE)} fill={patternOf(nameOf(verdict))} />
    </svg>
  )
}
