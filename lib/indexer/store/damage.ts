/** Permanent: the store has to be rebuilt. */
export const DAMAGED = 'the store is damaged'

/** No statement of ours could have written the row: its bytes were changed. */
export class DamagedRow extends Error {
  override readonly name = 'DamagedRow'
}
