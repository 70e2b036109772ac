import path from 'node:path'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { openDatabase } from '../../../sqlite/driver'
import { isBusy } from './database'

export const LOCK_FILE = 'status.lock'

/** The right to record in a folder, until it is closed or the process ends. */
export interface RecorderLock {
  close(): void
}

/**
 * Takes the right to record in a folder; null when another process has it. It is SQLite's own lock on an empty file that
 * is never written to: the operating system lets go of it when the process ends, however it ends.
 */
export function takeRecorderLock(folder: string): RecorderLock | null {
  let lock: DatabaseSyncInstance | undefined
  try {
    lock = openDatabase(path.join(folder, LOCK_FILE))
    // Nothing is ever written, so no journal has to lie beside it.
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    if (isBusy(error)) return null
    throw error
  }
}
