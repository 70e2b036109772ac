/*
 * The slot of an indexer over many checks. Several may answer behind one URL: a lagging one does not move the slot, nor does a
 * return to a known slot. Pure.
 */

/** Monotonic milliseconds to compute with, ISO 8601 UTC to show. */
export interface Moment {
  atMs: number
  at: string
}

interface Stand {
  value: number
  since: Moment
  checks: number
}

export interface SlotSeen extends Stand {
  /** Milliseconds before each of the last moves, newest last; 0: no check saw it unmoved. */
  stoodMs: readonly number[]
  /** Consecutive lower slots that may be a setback; null: none at the last check. */
  lower: Stand | null
}

const MOVEMENTS = 8

/** Milliseconds: a longer step ends a standstill and does not count for the pace. */
const MAX_STEP_MS = 60_000

const CHECKS_TO_BELIEVE = 3

/** `moved`: above everything seen of this chain; `back`: a setback was confirmed. */
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

/** Between two consecutive checks the slot may have moved many times. */
function stepMs({ checks, since }: Stand, when: Moment): number {
  const ms = when.atMs - since.atMs
  return checks > 1 && ms < MAX_STEP_MS ? ms : 0
}
