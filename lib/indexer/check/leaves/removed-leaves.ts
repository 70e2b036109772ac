import { type LeavesOfRounds, oldestRound, type RoundRetention } from '../../store/drop-rounds'
import type { Reader } from '../../store/store'

export interface RemovedLeaves {
  /** Base58. */
  tree: string
  from: number
  to: number
}

export async function findRemovedLeaves(
  db: Reader,
  rounds: RoundRetention & { leaves: LeavesOfRounds },
): Promise<RemovedLeaves[]> {
  const oldest = await oldestRound(db, rounds)
  const removed = oldest === null ? 0 : (oldest.from - rounds.firstSlot) / rounds.roundSlots
  return Object.entries(rounds.leaves).flatMap(([tree, { before, each }]) =>
    removed * each === 0 ? [] : { tree, from: before, to: before + removed * each - 1 },
  )
}
