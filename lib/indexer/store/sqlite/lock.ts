import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { openDatabase } from '../../../sqlite/driver'

/**
 * Takes the right to write to the store in `file`, for this process and until the answer is closed. It is the lock of an
 * empty database beside the store, which the system takes back from a process that dies, however it dies. The file stays
 * behind: whoever removed it could take it from under a process that waits for it.
 * @throws Error, SQLite's own, when another process holds it after `wait` milliseconds.
 */
export function takeLock(file: string, wait: number): DatabaseSyncInstance {
  const db = openDatabase(file === ':memory:' ? file : lockFile(file))
  try {
    // Nothing is ever written: without statements kept, closing it gives the lock back at once.
    db.exec(`PRAGMA busy_timeout = ${wait}; BEGIN EXCLUSIVE`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** The file whose lock is the right to write. */
export function lockFile(file: string): string {
  return `${file}-lock`
}
