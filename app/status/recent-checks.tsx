import { VerdictMark } from '@/components/status/verdict'
import type { ProbeSample } from '@/lib/api/status'
import { groupDigits } from '@/lib/format/numbers'
import { noChecks } from './words'

const CHECKS_IN_SIGHT = 3

export function RecentChecks({ samples, summary }: { samples: readonly ProbeSample[]; summary: string }) {
  const newest = samples.slice(-CHECKS_IN_SIGHT).reverse()
  return (
    <section aria-labelledby="checks">
      <h2 id="checks" className="text-sm text-muted">
        Recent checks
      </h2>
      {newest.length === 0 && <p className="py-1 text-sm">{noChecks}</p>}
      <ol aria-label="Recent checks of the indexer">
        {newest.map(({ at, slot, says: verdict, latencyMs, text }, i) => (
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
            {text !== 'ok' && text !== newest[i - 1]?.text && !summary.includes(text) && (
              <bdi className="w-full text-muted wrap-anywhere">{text}</bdi>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
