import { tokenDataOf } from '../../account/lens/token-data'
import type { WholeSum } from '../../api/whole'
import type { AccountItem } from '../../protocol/rpc/items'

/** Slots below the first answer's to which an indexer may go back without a row created since being left out of the count. */
const REACH = 1_000

/** What rows come to, each taken in once. */
export class RowTally {
  withData = 0
  withoutData = 0
  #lamports = 0n
  #tokens: { mint: string; amount: bigint } | null = null
  #ofSeveralMints = false
  /** Rows by the slot that they were created at, of those created lately. */
  readonly #lately = new Map<number, number>()

  /** Bytes of the heap that it takes. */
  get bytes(): number {
    return 64 * this.#lately.size
  }

  get rows(): number {
    return this.withData + this.withoutData
  }

  /** Takes rows in. @param slot of their answer. */
  add(rows: readonly AccountItem[], slot: number): void {
    for (const row of rows) {
      if (row.data) this.withData++
      else this.withoutData++
      this.#lamports += row.lamports
      if (row.slotCreated > slot - REACH) {
        this.#lately.set(row.slotCreated, (this.#lately.get(row.slotCreated) ?? 0) + 1)
      }
      // Token data is read no longer than it takes to see a second mint.
      const token = this.#ofSeveralMints ? null : tokenDataOf(row)
      if (!token) continue
      this.#tokens ??= { mint: token.mint, amount: 0n }
      if (this.#tokens.mint === token.mint) this.#tokens.amount += token.amount
      else this.#ofSeveralMints = true
    }
  }

  /** Rows created after a slot. */
  createdAfter(slot: number): number {
    return [...this.#lately].reduce((sum, [created, rows]) => (created > slot ? sum + rows : sum), 0)
  }

  get sum(): Omit<WholeSum, 'exact'> {
    const tokens = this.#ofSeveralMints ? null : this.#tokens
    return { lamports: this.#lamports, ...(tokens && { tokens: { ...tokens } }) }
  }
}
