import { Evidence } from '@/components/listing/freshness'
import { formatCount } from '@/lib/format/numbers'
import type { ListCoverage } from '@/lib/wallet/exposure'
import { isCompletePart } from '@/lib/wallet/wallet'
import * as words from './words'

export function CoverageChip({
  part,
  names,
}: {
  part: { coverage: ListCoverage; accounts: number; uncounted?: number }
  /** Completes "every live …". */
  names: string
}) {
  const { coverage, uncounted = 0 } = part
  const asOf = coverage.slots && <p>{words.asOfSlot(coverage.slots[1])}</p>
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 pb-2 text-sm text-muted">
      {isCompletePart(part) ? (
        <Evidence chipClass="chip-live" word="Complete">
          <p>{words.totalsCover(names)}</p>
          {asOf}
        </Evidence>
      ) : (
        <Evidence chipClass="chip-doubt" word={coverage.reachedEnd ? 'Not proven complete' : 'First 1,000 rows'}>
          <p>{words.lowerBounds}</p>
          {asOf}
          {!coverage.reachedEnd && <p>{words.listGoesOn}</p>}
          {coverage.reachedEnd && coverage.completeReason && <p>{`Reason: ${coverage.completeReason}.`}</p>}
          {uncounted > 0 && <p>{words.unreadRows(uncounted, names)}</p>}
        </Evidence>
      )}
      {uncounted > 0 && <span className="text-doubt">{`${formatCount(uncounted, 'row')} not counted`}</span>}
    </div>
  )
}
