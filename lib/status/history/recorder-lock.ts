import path from 'node:path'
import { type Lock, takeLock } from '../../platform/sqlite/lock'
import { isBusy } from './database'

export const LOCK_FILE = 'status.lock'

/** null: another process has it. */
export function takeRecorderLock(folder: string): Lock | null {
  try {
    return takeLock(path.join(folder, LOCK_FILE), 0)
  } catch (error) {
    if (isBusy(error)) return null
    throw error
  }
}
