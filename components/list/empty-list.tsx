import type { ReactNode } from 'react'
import type { SlotReset } from '@/lib/api/status'
import { groupDigits } from '@/lib/format/integers'

/** Slots that an indexer may be behind what was seen of it and still be trusted to know what is not there. */
const NEAR_SLOTS = 150

/**
 * What stands in place of a list without rows: the words of its page where they are certain. An indexer that lost its
 * data, or was set back, lists nothing because it has not come to it. facts/reliability.md F43.
 */
export function EmptyList({
  slot,
  reset,
  children,
}: {
  slot: number | null
  reset: SlotReset | null
  /** Says that nothing is there. */
  children: ReactNode
}) {
  if (isCertain(slot, reset)) return children
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
            of <b className="number">{groupDigits(reset.from)}</b> reached before
          </>
        )}
        . It may not have indexed them yet.
      </p>
    </section>
  )
}

/** True where a list without rows means that there are none. */
export function isCertain(slot: number | null, reset: SlotReset | null): boolean {
  if (slot === 0) return false
  return slot === null || reset === null || slot >= reset.from - NEAR_SLOTS
}
