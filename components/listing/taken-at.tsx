import { groupDigits } from '@/lib/format/numbers'

/** The slot at which a link was copied. Later responses do not change it. */
export function TakenAt({ takenAt, slot, since }: { takenAt: number; slot: number | null; since: string | null }) {
  return (
    <aside aria-label="Taken at" className="panel mb-5 max-w-3xl border-s-4 border-s-leaf px-4 py-2 text-sm">
      Link taken at slot <b className="number">{groupDigits(takenAt)}</b>;{' '}
      {slot === null ? (
        <span>no data now to compare with.</span>
      ) : (
        <>
          <span>this is slot</span> <b className="number">{groupDigits(slot)}</b>
          <span>{`${slot > takenAt ? ` (${groupDigits(slot - takenAt)} later)` : ''}. ${since ?? ''}`}</span>
        </>
      )}
    </aside>
  )
}
