import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { openDatabase } from './driver'

/** A right that one process has at a time, until it is closed or the process ends, however it ends. */
export interface Lock {
  close(): void
}

/**
 * Takes the lock of an empty database in `file`, within `waitMs` milliseconds. Nothing is ever written to it, and it stays
 * behind: whoever removed it could take it from under a process that waits for it.
 * @throws Error, SQLite's own, when another process holds it.
 */
export function takeLock(file: string, waitMs: number): Lock {
  let db: DatabaseSyncInstance | undefined
  try {
    db = openDatabase(file)
    // Without statements in memory, closing it gives the lock back at once. No journal has to lie beside it.
    db.exec(`PRAGMA busy_timeout = ${waitMs}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE`)
    return db
  } catch (error) {
    db?.close()
    throw error
  }
}
