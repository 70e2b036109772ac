import type { SlotReset } from '@/lib/api/status'
import { groupDigits } from '@/lib/format/numbers'

/** facts/reliability.md F43. */
export function NotIndexedYet({ slot, reset }: { slot: number | null; reset: SlotReset | null }) {
  return (
    <section className="panel border-s-4 border-s-doubt p-4">
      <h2 className="text-base text-doubt">
        {slot === 0 ? 'The indexer has no data' : 'The indexer rolled back and has not caught up'}
      </h2>
      <p className="mt-1 max-w-prose text-sm">
        No rows yet, but the indexer is only at slot{' '}
        <b className="number">{slot === null ? 'unknown' : groupDigits(slot)}</b>
        {slot !== 0 && reset && (
          <>
            {' '}
            <span>of</span> <b className="number">{groupDigits(reset.from)}</b> <span>reached before</span>
          </>
        )}
        <span>. It may not have indexed them yet.</span>
      </p>
    </section>
  )
}
