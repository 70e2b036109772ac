import { slotReached } from '../store/apply'
import { oldestRound, type RoundRetention } from '../store/drop-rounds'
import type { Reader } from '../store/store'

/** Slots that may be served: stored, and not removed since. */
export interface Reach {
  to: number
  /** Sandbox rounds that are removed; `to` is exclusive. */
  removed: { from: number; to: number } | null
}

export async function reachOf(db: Reader, rounds: RoundRetention | null): Promise<Reach> {
  const to = await slotReached(db)
  if (rounds === null || to < rounds.firstSlot) return { to, removed: null }
  const { firstSlot, roundSlots } = rounds
  // If no round is left, the current one may still arrive.
  const current = to - ((to - firstSlot) % roundSlots)
  const oldest = (await oldestRound(db, rounds))?.from ?? current
  return { to, removed: oldest > firstSlot ? { from: firstSlot, to: oldest } : null }
}

export function isReached({ to, removed }: Reach, slot: number): boolean {
  return slot <= to && !(removed && slot >= removed.from && slot < removed.to)
}
