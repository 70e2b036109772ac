import { toNumber } from './rows'
import type { Reader, Writer } from './store'

/* Earlier versions did not notice missing inner instructions: up to a slot, accounts may be missing or wrongly live. */

export const DOUBT_WARNING =
  'up to this slot an earlier version indexed without checking that nodes recorded inner instructions: accounts may be missing, or shown as live that are spent. If a node of LEDGER may have lacked them, index again into a new store (DATABASE_URL)'
export const REREAD_NOTICE =
  'the folder is read again from its beginning: an earlier version did not check its inner instructions'

export async function lastDoubtfulSlot(db: Reader): Promise<number> {
  return toNumber((await db.get('SELECT doubtful_to FROM store'))?.doubtful_to)
}

/** Call after everything was read again from the beginning. */
export async function clearDoubtfulSlots(db: Writer): Promise<void> {
  await db.run('UPDATE store SET doubtful_to = 0')
}
