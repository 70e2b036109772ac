import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { openDatabase } from './driver'

export interface Lock {
  close(): void
}

/**
 * The file is never removed: a waiting process would lock a deleted file.
 * @throws Error of SQLite when another process holds the lock
 */
export function takeLock(file: string, waitMs: number): Lock {
  let db: DatabaseSyncInstance | undefined
  try {
    db = openDatabase(file)
    // No prepared statements, so closing releases the lock at once. In memory, so no journal file is needed.
    db.exec(`PRAGMA busy_timeout = ${waitMs}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE`)
    return db
  } catch (error) {
    db?.close()
    throw error
  }
}
