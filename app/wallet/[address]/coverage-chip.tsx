import { Evidence } from '@/components/listing/freshness'
import { formatCount, groupDigits } from '@/lib/format/numbers'
import type { ListCoverage } from '@/lib/wallet/exposure'
import { isCompletePart } from '@/lib/wallet/wallet'

export function CoverageChip({
  part,
  names,
}: {
  part: { coverage: ListCoverage; accounts: number; uncounted?: number }
  /** Completes "every live …". */
  names: string
}) {
  const { coverage, uncounted = 0 } = part
  const slot = coverage.slots?.[1]
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 pb-2 text-sm text-muted">
      {isCompletePart(part) ? (
        <Evidence chipClass="chip-live" word="Complete">
          <p>{`Totals cover every live ${names}.`}</p>
        </Evidence>
      ) : (
        <Evidence chipClass="chip-doubt" word={coverage.reachedEnd ? 'Not proven complete' : 'First 1,000 rows'}>
          <p>Totals are lower bounds: they cover the rows that were read, and there may be more.</p>
          {!coverage.reachedEnd && (
            <p>The list below goes on after the rows counted here. An export holds all of it.</p>
          )}
          {coverage.reachedEnd && coverage.completeReason && <p>{`Reason: ${coverage.completeReason}.`}</p>}
          {uncounted > 0 && <p>{`${formatCount(uncounted, 'row')} could not be read as a ${names}.`}</p>}
        </Evidence>
      )}
      {slot !== undefined && (
        <span>
          Slot <span className="number text-ink">{groupDigits(slot)}</span>
        </span>
      )}
      {uncounted > 0 && <span className="text-doubt">{`${formatCount(uncounted, 'row')} not counted`}</span>}
    </div>
  )
}
