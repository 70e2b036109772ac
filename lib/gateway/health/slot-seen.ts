/*
 * Where an indexer is, told from many looks. Several indexers may answer behind one URL: one of them that lags does not
 * move the slot, and coming back to a slot that was seen before is no movement either. Pure: times come in.
 */

/** When a slot was seen: monotonic milliseconds to reckon with, ISO 8601 UTC to show. */
export interface Moment {
  atMs: number
  at: string
}

/** A slot, since when it is the highest one, and in how many looks nothing higher was seen, the first one included. */
interface Stand {
  value: number
  since: Moment
  looks: number
}

export interface SlotSeen extends Stand {
  /** Lower slots, look after look, by which the indexer may have been set back; null: the last look saw none. */
  lower: Stand | null
}

/** Lower slots in a row after which the indexer was really set back. */
const LOOKS_TO_BELIEVE = 3

/**
 * What is known of the slot after one more look that saw one. `moved`: it rose above everything seen of this chain;
 * `back`: from now on a lower one counts.
 */
export function seeSlot(
  before: SlotSeen | null,
  value: number,
  when: Moment,
): { slot: SlotSeen; change: 'first' | 'moved' | 'back' | 'stands' } {
  const stand: Stand = { value, since: when, looks: 1 }
  if (before === null) return { slot: { ...stand, lower: null }, change: 'first' }
  if (value > before.value) return { slot: { ...stand, lower: null }, change: 'moved' }
  const looks = before.looks + 1
  if (value === before.value) return { slot: { ...before, looks, lower: null }, change: 'stands' }
  const row = before.lower?.looks ?? 0
  const lower = before.lower?.value === value ? before.lower : stand
  if (row + 1 < LOOKS_TO_BELIEVE) {
    return { slot: { ...before, looks, lower: { ...lower, looks: row + 1 } }, change: 'stands' }
  }
  return { slot: { ...lower, looks: 1, lower: null }, change: 'back' }
}
