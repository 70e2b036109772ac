import path from 'node:path'
import { type Lock, takeLock } from '../../platform/sqlite/lock'
import { isBusy } from './database'

/** Locked by the process that records, in DATA_DIR. */
export const LOCK_FILE = 'status.lock'

/** Takes the right to record in a folder; null when another process has it. */
export function takeRecorderLock(folder: string): Lock | null {
  try {
    return takeLock(path.join(folder, LOCK_FILE), 0)
  } catch (error) {
    if (isBusy(error)) return null
    throw error
  }
}
