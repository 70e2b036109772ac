import { groupDigits } from '@/lib/format/numbers'

/**
 * Says on a page that was opened by a copied link at which slot that link was taken, and what that means now. Written
 * once, with the page: it is about what the reader was sent, not about what comes in later.
 */
export function TakenAt({
  takenAt,
  slot,
  since,
}: {
  takenAt: number
  /** The slot of the page's answer; null where there is none. */
  slot: number | null
  /** What is known of the time between, in a sentence. */
  since: string | null
}) {
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
