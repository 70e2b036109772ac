/** Why a store that no longer is what was written to it cannot be used. It does not pass: the store has to be rebuilt. */
export const DAMAGED = 'the store is damaged'

/** A row that no statement of ours could have written: its bytes were changed. */
export class DamagedRow extends Error {
  override readonly name = 'DamagedRow'
}
