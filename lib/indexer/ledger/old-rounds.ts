import { log } from '../../log/log'
import { dropOldRounds, type RoundRetention } from '../store/drop-rounds'
import type { Store } from '../store/store'

/** Has the store's old rounds removed: with the first block, since it may have been stopped for days, and at each new round. */
export class OldRounds {
  private checked: number | null = null

  constructor(private readonly retention: RoundRetention) {}

  /** `slot`: the newest one that is stored now; before the first round there is nothing to remove. */
  async drop(store: Store, slot: number): Promise<void> {
    const { firstSlot, roundSlots } = this.retention
    const round = Math.floor((slot - firstSlot) / roundSlots)
    if (round < 0 || round === this.checked) return
    const count = await dropOldRounds(store, this.retention)
    if (count > 0) log('info', 'removed old rounds of the sandbox', { count })
    this.checked = round
  }
}
