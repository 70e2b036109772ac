import { slotReached } from '../store/apply'
import { oldestRound, type RoundRetention } from '../store/drop-rounds'
import type { Reader } from '../store/store'

/** The slots that may be answered of: what the indexer has stored, and has not removed since. */
export interface Reach {
  /** Highest slot stored. */
  to: number
  /** Rounds of the sandbox that are removed: the first slot, and the first after them. */
  removed: { from: number; to: number } | null
}

/** What may be answered of at this moment of the store. */
export async function reachOf(db: Reader, rounds: RoundRetention | null): Promise<Reach> {
  const to = await slotReached(db)
  if (rounds === null || to < rounds.firstSlot) return { to, removed: null }
  const { firstSlot, roundSlots } = rounds
  // Where nothing is left of any round, the one under way may still come.
  const current = to - ((to - firstSlot) % roundSlots)
  const oldest = (await oldestRound(db, rounds))?.from ?? current
  return { to, removed: oldest > firstSlot ? { from: firstSlot, to: oldest } : null }
}

/** Whether a slot may be answered of. */
export function isReached({ to, removed }: Reach, slot: number): boolean {
  return slot <= to && !(removed && slot >= removed.from && slot < removed.to)
}
