import { SMALL_STEP_BACK } from '../upstream/small-step-back'

/*
 * A slot further above what was known than any chain moves is doubted until three checks in a row name such a slot. An indexer
 * that catches up may move as fast as it likes below the chain's head. design.md 5, "Health". Pure; monotonic milliseconds.
 */

/** Four times Solana's pace, beside slots by which honest nodes and times may differ. */
const MOST_A_SECOND = 10
const SLACK_SLOTS = 1_000

const CHECKS_TO_BELIEVE = 3

/** Thirty years of the fastest chain: never believed. */
export const MAX_SLOT = 10_000_000_000

/** Consecutive checks with such a slot. */
export interface SlotDoubt {
  slot: number
  checks: number
}

export function mostSlotsIn(seconds: number): number {
  return SLACK_SLOTS + MOST_A_SECOND * seconds
}

/**
 * null: believed.
 * @param known a slot that the chain had reached, and when
 */
export function doubtSlot(
  before: SlotDoubt | null,
  slot: number,
  known: { slot: number; atMs: number },
  nowMs: number,
): SlotDoubt | null {
  if (slot <= known.slot + mostSlotsIn((nowMs - known.atMs) / 1_000)) return null
  const goesOn = before !== null && slot >= before.slot - SMALL_STEP_BACK
  const checks = goesOn ? before.checks + 1 : 1
  return checks < CHECKS_TO_BELIEVE || slot > MAX_SLOT ? { slot, checks } : null
}
