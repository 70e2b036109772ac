import { VerdictMark } from '@/components/status/verdict'
import type { ProbeSample } from '@/lib/api/status'
import { counted, groupDigits } from '@/lib/format/numbers'
import { CHECKS_IN_SIGHT } from './shown'

export function RecentChecks({ samples, summary }: { samples: readonly ProbeSample[]; summary: string }) {
  const newest = samples.toReversed().map((sample, i, all) => {
    const isSaid = sample.text === 'ok' || sample.text === all[i - 1]?.text || summary.includes(sample.text)
    return { ...sample, text: isSaid ? null : sample.text }
  })
  const older = newest.slice(CHECKS_IN_SIGHT)
  return (
    <section aria-labelledby="checks">
      <h2 id="checks" className="text-sm text-muted">
        Recent checks
      </h2>
      {newest.length === 0 ? (
        <p className="py-1 text-sm">No checks yet.</p>
      ) : (
        <CheckList samples={newest.slice(0, CHECKS_IN_SIGHT)} label="Recent checks of the indexer" />
      )}
      {older.length > 0 && (
        <details>
          <summary className="cursor-pointer py-1 text-sm">{counted(older.length, 'earlier check')}</summary>
          <CheckList samples={older} label="Earlier checks of the indexer" />
        </details>
      )}
    </section>
  )
}

function CheckList({
  samples,
  label,
}: {
  samples: readonly (Omit<ProbeSample, 'text'> & { text: string | null })[]
  label: string
}) {
  return (
    <ol aria-label={label}>
      {samples.map(({ at, slot, says: verdict, latencyMs, text }) => (
        <li
          key={at}
          className="number flex flex-wrap items-center gap-x-3 border-t border-line py-1 text-sm first:border-t-0"
        >
          <time dateTime={at}>{at.slice(11, 19)}</time>
          <span className="inline-flex items-center gap-1.5">
            <VerdictMark verdict={verdict} /> <span translate="no">{verdict}</span>
          </span>
          <span>{slot === null ? 'no slot' : groupDigits(slot)}</span>
          <span className="text-muted">{`${groupDigits(Math.round(latencyMs))} ms`}</span>
          {text !== null && <bdi className="w-full text-muted wrap-anywhere">{text}</bdi>}
        </li>
      ))}
    </ol>
  )
}
