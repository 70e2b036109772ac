import type { HistoryDatabase } from './database'
import { select } from './rows'
import { STORED_STEPS } from './steps'
import { countOf } from './values'

/* Drops a few rows every minute, so that no check waits long; SQLite reuses the space. Epoch milliseconds. */

const DAY_MS = 86_400_000

export const RETENTION_MS = 90 * DAY_MS

/** Of incidents and the changes in them: links to them stand in tickets. */
export const INCIDENT_RETENTION_MS = 365 * DAY_MS

/** An hour more than a day, so that a range of one day is complete. */
const CHECK_RETENTION_MS = DAY_MS + 3_600_000

/** One check per second for a day. */
export const MAX_CHECKS = 90_000

/** Enough for 90 days with a change every six minutes. */
export const MAX_TURNS = 20_000

const MAX_CHANGES = 2_000

const MAX_INCIDENTS = 1_000

/** Rows dropped at once: more than a minute adds at the probe's shortest interval of 0.1 s. */
const ROWS_PER_DELETE = 1_000

/** Share of MAX_BYTES above which the oldest rows are dropped early. */
const FULL_FROM = 0.9

/** What to drop first, and how much to keep: longer steps hold the same data more coarsely. */
const FIRST_TO_GO = [
  { rows: 'step WHERE seconds = 60 AND network =', leaveMs: DAY_MS },
  { rows: 'look WHERE network =', leaveMs: 3_600_000 },
  { rows: 'step WHERE seconds = 600 AND network =', leaveMs: 7 * DAY_MS },
  { rows: 'turn WHERE network =', leaveMs: 7 * DAY_MS },
  { rows: 'change WHERE network =', leaveMs: 7 * DAY_MS },
  { rows: 'incident WHERE network =', leaveMs: 7 * DAY_MS },
] as const

/** Includes networks that are no longer checked. */
export function prune(db: HistoryDatabase, now: number, maxBytes: number): void {
  for (const { id } of select(db, { id: countOf }, 'FROM network')) {
    dropOldest(db, 'look WHERE network =', id, now - CHECK_RETENTION_MS)
    for (const seconds of STORED_STEPS) {
      dropOldest(db, `step WHERE seconds = ${seconds} AND network =`, id, now - RETENTION_MS)
    }
    // Keeps the last row before the cutoff, whose verdict is still in force then.
    const inForce = db.get('SELECT max(at) AS at FROM turn WHERE network = ? AND at <= ?', id, now - RETENTION_MS)
    if (inForce?.at != null) dropOldest(db, 'turn WHERE network =', id, Number(inForce.at))
    dropOldest(db, 'change WHERE network =', id, now - INCIDENT_RETENTION_MS)
    dropOldest(db, 'incident WHERE network =', id, now - INCIDENT_RETENTION_MS)
    dropAbove(db, 'look WHERE network =', id, MAX_CHECKS)
    dropAbove(db, 'turn WHERE network =', id, MAX_TURNS)
    dropAbove(db, 'change WHERE network =', id, MAX_CHANGES)
    dropAbove(db, 'incident WHERE network =', id, MAX_INCIDENTS)
  }
  if (usedBytes(db) > maxBytes * FULL_FROM) shorten(db, now)
}

function dropAbove(db: HistoryDatabase, rows: string, id: number, most: number): void {
  const above = db.get(`SELECT at FROM ${rows} ? ORDER BY at DESC LIMIT 1 OFFSET ${most}`, id)
  if (above) dropOldest(db, rows, id, Number(above.at) + 1)
}

function dropOldest(db: HistoryDatabase, rows: string, id: number, before: number): void {
  const bite = db.get(`SELECT at FROM ${rows} ? ORDER BY at LIMIT 1 OFFSET ${ROWS_PER_DELETE}`, id)
  db.run(`DELETE FROM ${rows} ? AND at < ?`, id, Math.min(before, Number(bite?.at ?? before)))
}

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

/** Does not count free pages, which SQLite reuses before the file grows. */
function usedBytes(db: HistoryDatabase): number {
  const used = db.get(
    'SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size',
  )
  return Number(used?.bytes)
}
