import { VERDICTS_BY_SEVERITY, type Verdict } from '@/lib/api/verdicts'
import { formatDuration } from '@/lib/format/duration'
import type { StatusHistory } from '@/lib/status/history/contract'
import { StateSwatch } from './state-bar'
import { shareText } from './words'

const ORDER: readonly Verdict[] = [...VERDICTS_BY_SEVERITY.filter((verdict) => verdict !== 'unknown'), 'unknown']

/** Also the legend of the bar. Time without samples counts for neither side. */
export function VerdictShares({ history: { seconds } }: { history: StatusHistory }) {
  const sampled = ORDER.reduce((sum, verdict) => sum + seconds[verdict], 0)
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm" aria-label="Share of time by status">
      {ORDER.map((verdict) =>
        Math.round(sampled) > 0 && (seconds[verdict] > 0 || verdict === 'ok') ? (
          <li key={verdict} className="number inline-flex items-center gap-2">
            <StateSwatch verdict={verdict} />
            <span>
              <strong className="font-semibold" translate="no">
                {verdict}
              </strong>{' '}
              <span>{shareText(seconds[verdict], sampled)}</span>{' '}
              <span className="text-muted">{formatDuration(Math.round(seconds[verdict]))}</span>
            </span>
          </li>
        ) : null,
      )}
      {seconds.noSample > 0 && (
        <li className="number inline-flex items-center gap-2">
          <StateSwatch verdict={null} />
          <span>
            <strong className="font-semibold">no data</strong>{' '}
            <span className="text-muted">{`${formatDuration(Math.round(seconds.noSample))}, excluded`}</span>
          </span>
        </li>
      )}
    </ul>
  )
}
