import { VerdictMark } from '@/components/indexer/verdict-mark'
import type { ProbeSample } from '@/lib/api/status'
import { counted } from '@/lib/format/counted'
import { groupDigits } from '@/lib/format/integers'
import { LOOKS_IN_SIGHT } from './shown'

/** The newest looks with time and result, newest first; those before them open. */
export function LastLooks({ looks }: { looks: readonly ProbeSample[] }) {
  const newest = looks.toReversed()
  const before = newest.slice(LOOKS_IN_SIGHT)
  return (
    <section aria-labelledby="looks">
      <h2 id="looks" className="text-sm text-muted">
        Last looks
      </h2>
      {newest.length === 0 ? (
        <p className="py-1 text-sm">No look has ended yet.</p>
      ) : (
        <Looks looks={newest.slice(0, LOOKS_IN_SIGHT)} label="Last looks at the indexer" />
      )}
      {before.length > 0 && (
        <details>
          <summary className="cursor-pointer py-1 text-sm">{counted(before.length, 'look')} before</summary>
          <Looks looks={before} label="Earlier looks at the indexer" />
        </details>
      )}
    </section>
  )
}

function Looks({ looks, label }: { looks: readonly ProbeSample[]; label: string }) {
  return (
    <ol aria-label={label}>
      {looks.map((look) => (
        <li
          key={look.at}
          className="number flex flex-wrap items-center gap-x-3 border-t border-line py-1 text-sm first:border-t-0"
        >
          <time dateTime={look.at}>{look.at.slice(11, 19)}</time>
          <span className="inline-flex items-center gap-1.5">
            <VerdictMark verdict={look.says} /> {look.says}
          </span>
          <span>{look.slot === null ? 'no slot' : groupDigits(look.slot)}</span>
          <span className="text-muted">{groupDigits(Math.round(look.latencyMs))} ms</span>
          {look.text !== 'ok' && <bdi className="w-full text-muted wrap-anywhere">{look.text}</bdi>}
        </li>
      ))}
    </ol>
  )
}
