import type { HistoryDatabase } from './database'
import { STORED_STEPS } from './steps'

/*
 * What is kept, and for how long. A little is dropped once a minute, so that no check waits for it; the room is used
 * again. Times are epoch milliseconds.
 */

const DAY_MS = 86_400_000

/** Steps and turns are kept for this long. */
export const RETENTION_MS = 90 * DAY_MS

/** Checks are kept for a day, and an hour more, so that a range of a day is whole. */
const CHECK_RETENTION_MS = DAY_MS + 3_600_000

/** Checks of a network at most: a day of one each second. */
export const MAX_CHECKS = 90_000

/** Turns of a network at most, which a verdict that changes needs half a day for at the least, and 90 days at every six minutes. */
export const MAX_TURNS = 20_000

/** Reported changes of a network at most. */
const MAX_CHANGES = 2_000

/** Rows that are dropped at once at most. Checks come more slowly than that: the probe's shortest interval is 0.1 s. */
const BITE = 1_000

/** Share of the room from which on the oldest goes before its time. */
const FULL_FROM = 0.9

/** What goes first when the room gets short, and what must be left of it: longer steps tell the same more coarsely. */
const FIRST_TO_GO = [
  { rows: 'step WHERE seconds = 60 AND network =', leaveMs: DAY_MS },
  { rows: 'look WHERE network =', leaveMs: 3_600_000 },
  { rows: 'step WHERE seconds = 600 AND network =', leaveMs: 7 * DAY_MS },
  { rows: 'change WHERE network =', leaveMs: 7 * DAY_MS },
  { rows: 'turn WHERE network =', leaveMs: 7 * DAY_MS },
] as const

/** What is pruned: a network at a time, and whether checks come more often than once a second. */
export interface Pruned {
  network: number
  now: number
  often: boolean
}

/** Drops a little of what is too old or too much: of this network, and of all others in turn, even if they are checked no more. */
export function prune(db: HistoryDatabase, { network, now, often }: Pruned, maxBytes: number): void {
  const minute = Math.floor(now / 60_000)
  const other = db.get(
    'SELECT id FROM network ORDER BY id LIMIT 1 OFFSET ? % (SELECT count(*) FROM network)',
    Math.max(0, minute),
  )
  for (const id of new Set([network, Number(other?.id ?? network)])) {
    dropOld(db, id, now)
    // Counting takes long; checks that come less often are a day old before they are too many.
    if (often) dropAbove(db, 'look WHERE network =', id, MAX_CHECKS)
    dropAbove(db, 'turn WHERE network =', id, MAX_TURNS)
    dropChanges(db, id, now)
  }
  if (usedBytes(db) > maxBytes * FULL_FROM) shorten(db, now)
}

function dropOld(db: HistoryDatabase, id: number, now: number): void {
  dropOldest(db, 'look WHERE network =', id, now - CHECK_RETENTION_MS)
  for (const seconds of STORED_STEPS) {
    dropOldest(db, `step WHERE seconds = ${seconds} AND network =`, id, now - RETENTION_MS)
  }
  // The turn before the oldest time that is kept is still in force then.
  const inForce = db.get('SELECT max(at) AS at FROM turn WHERE network = ? AND at <= ?', id, now - RETENTION_MS)
  if (inForce?.at != null) dropOldest(db, 'turn WHERE network =', id, Number(inForce.at))
}

/** Changes come no faster than checks, so that few are dropped at once. */
function dropChanges(db: HistoryDatabase, id: number, now: number): void {
  db.run('DELETE FROM change WHERE network = ? AND confirmed_at < ?', id, now - RETENTION_MS)
  db.run(
    `DELETE FROM change WHERE network = ? AND confirmed_at <=
       (SELECT confirmed_at FROM change WHERE network = ? ORDER BY confirmed_at DESC LIMIT 1 OFFSET ${MAX_CHANGES})`,
    id,
    id,
  )
}

function dropAbove(db: HistoryDatabase, rows: string, id: number, most: number): void {
  const above = db.get(`SELECT at FROM ${rows} ? ORDER BY at DESC LIMIT 1 OFFSET ${most}`, id)
  if (above) dropOldest(db, rows, id, Number(above.at) + 1)
}

/** Drops the oldest rows before a time, a bite of them at most. */
function dropOldest(db: HistoryDatabase, rows: string, id: number, before: number): void {
  const bite = db.get(`SELECT at FROM ${rows} ? ORDER BY at LIMIT 1 OFFSET ${BITE}`, id)
  db.run(`DELETE FROM ${rows} ? AND at < ?`, id, Math.min(before, Number(bite?.at ?? before)))
}

/** Drops a bite of what tells least. */
function shorten(db: HistoryDatabase, now: number): void {
  for (const { rows, leaveMs } of FIRST_TO_GO) {
    const oldest = db.get(
      `SELECT id, at FROM (SELECT id, (SELECT min(at) FROM ${rows} network.id) AS at FROM network)
       WHERE at < ? ORDER BY at LIMIT 1`,
      now - leaveMs,
    )
    if (!oldest) continue
    dropOldest(db, rows, Number(oldest.id), now - leaveMs)
    return
  }
}

/** Bytes of the file that hold something; what was dropped is used again before the file grows. */
function usedBytes(db: HistoryDatabase): number {
  const used = db.get(
    'SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size',
  )
  return Number(used?.bytes)
}
