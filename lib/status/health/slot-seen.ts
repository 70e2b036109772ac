/*
 * Where an indexer is, from many checks. Several indexers may answer behind one URL: one of them that lags does not
 * move the slot, and coming back to a slot that was seen before is no movement either. Pure: times come in.
 */

/** When a slot was seen: monotonic milliseconds to compute with, ISO 8601 UTC to show. */
export interface Moment {
  atMs: number
  at: string
}

/** A slot, since when it is the highest one, and in how many checks nothing higher was seen, the first one included. */
interface Stand {
  value: number
  since: Moment
  checks: number
}

/** The highest slot that an indexer was seen at. */
export interface SlotSeen extends Stand {
  /** Milliseconds for which it stood before each of its last movements, newest last; 0 where no check saw it stand. */
  stoodMs: readonly number[]
  /** Lower slots, check after check, by which the indexer may have been set back; null: the last check saw none. */
  lower: Stand | null
}

/** Movements that the pace is known by. */
const MOVEMENTS = 8

/** One that took longer (ms) ended a standstill, and tells nothing of the pace. */
const LONGEST_STEP_MS = 60_000

/** Lower slots in a row after which the indexer was really set back. */
const CHECKS_TO_BELIEVE = 3

/**
 * What is known of the slot after one more check that saw one. `moved`: it rose above everything seen of this chain;
 * `back`: from now on a lower one counts.
 */
export function seeSlot(
  before: SlotSeen | null,
  value: number,
  when: Moment,
): { slot: SlotSeen; change: 'first' | 'moved' | 'back' | 'stands' } {
  const stand: Stand = { value, since: when, checks: 1 }
  if (before === null) return { slot: { ...stand, stoodMs: [], lower: null }, change: 'first' }
  if (value > before.value) {
    const stoodMs = [...before.stoodMs, stepMs(before, when)].slice(-MOVEMENTS)
    return { slot: { ...stand, stoodMs, lower: null }, change: 'moved' }
  }
  const checks = before.checks + 1
  if (value === before.value) return { slot: { ...before, checks, lower: null }, change: 'stands' }
  const row = before.lower?.checks ?? 0
  const lower = before.lower?.value === value ? before.lower : stand
  if (row + 1 < CHECKS_TO_BELIEVE) {
    return { slot: { ...before, checks, lower: { ...lower, checks: row + 1 } }, change: 'stands' }
  }
  return { slot: { ...lower, checks: 1, stoodMs: before.stoodMs, lower: null }, change: 'back' }
}

/** What a movement tells of the pace: between two checks in a row it may have moved many times. */
function stepMs({ checks, since }: Stand, when: Moment): number {
  const ms = when.atMs - since.atMs
  return checks > 1 && ms < LONGEST_STEP_MS ? ms : 0
}
