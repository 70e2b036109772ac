/** What is said of a store that no longer is what was written to it. It does not pass: the store has to be made anew. */
export const DAMAGED = 'the store is damaged'

/** A row that no statement of ours could have written: its bytes were changed. */
export class DamagedRow extends Error {
  override readonly name = 'DamagedRow'
}
