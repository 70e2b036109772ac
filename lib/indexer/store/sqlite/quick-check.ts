import fs from 'node:fs'
import { openConnection } from '../../../platform/sqlite/connection'
import { DAMAGED } from '../damage'
import { storageProblem } from './storage-problem'

/** Milliseconds to wait for a process that is about to release the file. */
const BUSY_WAIT = 500

/** Its page cache in KiB: each page is read once. */
const CACHE_KIB = 8_192

/** Bytes that are checked well within a second, some 600 MB/s: a start waits for so many, not for more. */
export const SMALL_STORE = 256 * 2 ** 20

/**
 * The first thing that SQLite's quick_check finds wrong with the database in `file`, in one line; null for a sound one. The
 * thread stands still meanwhile. Nothing is written: not even a log that belongs to another database is folded in.
 * @throws Error, SQLite's own, when it cannot be read at all, as when another process holds it.
 */
export function quickCheck(file: string): string | null {
  try {
    const db = openConnection(file, { integers: 'number', busyMs: BUSY_WAIT, readOnly: true })
    try {
      db.exec(`PRAGMA cache_size = -${CACHE_KIB}`)
      // To its end: a statement that is left in the middle keeps its moment of the log.
      const [first] = db.all('PRAGMA quick_check(1)')
      const result = String(first?.quick_check)
      return result === 'ok' ? null : result.replace(/\s+/g, ' ')
    } finally {
      db.close()
    }
  } catch (error) {
    if (storageProblem(error) === DAMAGED && error instanceof Error) return error.message.replace(/\s+/g, ' ')
    throw error
  }
}

/** Bytes of the database in `file`, its log included. */
export function databaseSize(file: string): number {
  const sizes = [file, `${file}-wal`].map((name) => fs.statSync(name, { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size, 0)
}
