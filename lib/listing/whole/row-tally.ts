import { tokenDataOf } from '../../account/lens/token-data'
import type { WholeSum } from '../../api/whole'
import type { AccountItem } from '../../protocol/rpc/items'
import { RowSum } from '../read/list-sum'

/** Slots that an indexer may go back below its first answer without miscounting new rows. */
const REACH = 1_000

export class RowTally {
  withData = 0
  withoutData = 0
  readonly #sum = new RowSum(tokenDataOf)
  readonly #lately = new Map<number, number>()

  get bytes(): number {
    return 64 * this.#lately.size
  }

  get rows(): number {
    return this.withData + this.withoutData
  }

  add(rows: readonly AccountItem[], slot: number): void {
    for (const row of rows) {
      if (row.data) this.withData++
      else this.withoutData++
      this.#sum.add(row)
      if (row.slotCreated > slot - REACH) {
        this.#lately.set(row.slotCreated, (this.#lately.get(row.slotCreated) ?? 0) + 1)
      }
    }
  }

  createdAfter(slot: number): number {
    return [...this.#lately].reduce((sum, [created, rows]) => (created > slot ? sum + rows : sum), 0)
  }

  get sum(): Omit<WholeSum, 'exact'> {
    const { lamports, tokens } = this.#sum
    return { lamports, ...(tokens && { tokens }) }
  }
}
