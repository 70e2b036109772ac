import { toNumber } from './rows'
import type { Reader, Writer } from './store'

/*
 * What earlier versions stored: they took inner instructions that a node did not record for none, so accounts may be
 * missing up to some slot, or count as live that are spent. A store does not show it: what was lost left nothing in it.
 */

/** For the log, with that slot. */
export const DOUBT =
  'up to this slot an earlier version indexed without checking that nodes recorded inner instructions: accounts may be missing, or shown as live that are spent. If a node of LEDGER may have lacked them, index again into a new store (DATABASE_URL)'
export const READ_AGAIN =
  'the folder is read again from its beginning: an earlier version did not check its inner instructions'

/** The slot up to which that may be; 0: nowhere. */
export async function doubtfulTo(db: Reader): Promise<number> {
  return toNumber((await db.get('SELECT doubtful_to FROM store'))?.doubtful_to)
}

/** Everything was read again from the beginning. */
export async function endDoubt(db: Writer): Promise<void> {
  await db.run('UPDATE store SET doubtful_to = 0')
}
