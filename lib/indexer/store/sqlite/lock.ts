import { type Lock, takeLock } from '../../../platform/sqlite/lock'

/** Held until the result is closed. @throws SQLite's error when another process still holds it after `waitMs` milliseconds */
export function takeStoreLock(file: string, waitMs: number): Lock {
  return takeLock(file === ':memory:' ? file : lockFile(file), waitMs)
}

export function lockFile(file: string): string {
  return `${file}-lock`
}
