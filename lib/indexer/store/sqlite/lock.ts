import { type Lock, takeLock } from '../../../platform/sqlite/lock'

/**
 * Takes the right to write to the store in `file`, until the answer is closed: the lock of a file beside the store.
 * @throws Error, SQLite's own, when another process holds it after `waitMs` milliseconds.
 */
export function takeStoreLock(file: string, waitMs: number): Lock {
  return takeLock(file === ':memory:' ? file : lockFile(file), waitMs)
}

/** The file whose lock is the right to write. */
export function lockFile(file: string): string {
  return `${file}-lock`
}
