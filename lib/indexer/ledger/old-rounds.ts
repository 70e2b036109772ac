import { log } from '../../platform/log'
import type { BlockChanges } from '../store/changes'
import { dropOldRounds, type RoundRetention } from '../store/drop-rounds'
import type { Store } from '../store/store'

/** Removes old rounds with the first block, since the store may have been stopped for days, and at each new round. */
export class OldRounds {
  private checked: number | null = null

  constructor(private readonly retention: RoundRetention) {}

  async drop(store: Store, { slot, blockTime }: Pick<BlockChanges, 'slot' | 'blockTime'>): Promise<void> {
    const { firstSlot, roundSlots } = this.retention
    const round = Math.floor((slot - firstSlot) / roundSlots)
    if (round < 0 || round === this.checked) return
    const count = await dropOldRounds(store, this.retention, blockTime)
    if (count > 0) log('info', 'removed old rounds of the sandbox', { count })
    this.checked = round
  }
}
