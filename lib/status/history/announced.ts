import type { HistoryDatabase } from './database'
import { networkId } from './reader'
import { insert, select } from './rows'
import { countOf, momentOf, orNull, verdictOf } from './values'

const COLUMNS = {
  verdict: orNull(verdictOf),
  worst: verdictOf,
  beganAt: momentOf,
  firstBeganAt: momentOf,
  silent: countOf,
}

/** null: recorded by an earlier version, or never. */
export function readAnnounced(db: HistoryDatabase, network: string) {
  return select(db, COLUMNS, 'FROM announced WHERE network = ?', networkId(db, network))[0] ?? null
}

export function writeAnnounced(
  db: HistoryDatabase,
  network: string,
  announced: NonNullable<ReturnType<typeof readAnnounced>>,
): void {
  const id = networkId(db, network)
  if (id > 0) insert(db, 'OR REPLACE INTO announced', { network: id, ...announced })
}
