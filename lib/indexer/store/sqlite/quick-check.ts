import fs from 'node:fs'
import { openConnection } from '../../../platform/sqlite/connection'
import { DAMAGED } from '../damage'
import { storageProblem } from './storage-problem'

const BUSY_TIMEOUT_MS = 500

/** KiB: each page is read once. */
const CACHE_KIB = 8_192

/** Bytes. A start checks only stores up to this size: under a second at 600 MB/s. */
export const SMALL_STORE = 256 * 2 ** 20

/** The first problem, or null. Writes nothing: a foreign log is not applied. @throws SQLite's error if unreadable */
export function quickCheck(file: string): string | null {
  try {
    const db = openConnection(file, { integers: 'number', busyMs: BUSY_TIMEOUT_MS, readOnly: true })
    try {
      db.exec(`PRAGMA cache_size = -${CACHE_KIB}`)
      // Read to its end: an open statement keeps its snapshot of the log.
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

export function databaseSize(file: string): number {
  const sizes = [file, `${file}-wal`].map((name) => fs.statSync(name, { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size, 0)
}
