/*
 * The slot of an indexer over many checks. Several instances may answer at one URL, so lower slots of a lagging instance and
 * returns to a known slot do not count as movement. Pure.
 */

/** The same time twice: `atMs` monotonic for computing, `at` ISO 8601 UTC for display. */
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
  /** How long the slot was unmoved before each of the last moves, newest last; 0: no check saw it unmoved. */
  stoodMs: readonly number[]
  /** Consecutive checks with lower slots, which may be a setback; null: the last check had none. */
  lower: Stand | null
}

const MOVEMENTS = 8

/** Milliseconds between checks; a longer step ends a standstill and does not count for the pace. */
const MAX_STEP_MS = 60_000

const CHECKS_TO_BELIEVE = 3

/** `moved`: a new highest slot; `back`: a setback was confirmed. */
export function updateSlotSeen(
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

/** 0 after a single check: the slot may have moved many times since the one before. */
function stepMs({ checks, since }: Stand, when: Moment): number {
  const ms = when.atMs - since.atMs
  return checks > 1 && ms < MAX_STEP_MS ? ms : 0
}
