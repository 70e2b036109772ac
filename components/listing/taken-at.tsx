import { groupDigits } from '@/lib/format/numbers'
import { SlotAge } from '../ui/slot-age'

/** When a link was copied. Later responses do not change it. */
export function TakenAt({ takenAt, since }: { takenAt: number; since: string | null }) {
  return (
    <aside aria-label="Shared link" className="panel mb-5 max-w-3xl border-s-4 border-s-leaf px-4 py-2 text-sm">
      Shared <SlotAge slot={takenAt} /> <span>at slot</span> <b className="number">{groupDigits(takenAt)}</b>
      <span>{`. ${since ?? 'No data now to compare with.'}`}</span>
    </aside>
  )
}
