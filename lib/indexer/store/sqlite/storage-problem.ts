import { resultCode } from '../../../platform/sqlite/result-code'
import { DAMAGED } from '../damage'

/** What SQLite says when the file or its place, not the statement, is the trouble; by primary result code. */
const PROBLEMS = new Map([
  [5, 'another process writes to the store'],
  [8, 'the store cannot be written to'],
  [10, 'the disk fails'],
  [11, DAMAGED],
  [13, 'the disk is full'],
  [14, 'the store cannot be written to'],
  [26, DAMAGED],
])

/**
 * Why the file did not take or give a transaction, in words for people on call; null for every other failure. Nothing of the
 * transaction is stored, what was stored before stays readable, and the same may be tried again. reliability.md (c) F52.
 */
export function storageProblem(error: unknown): string | null {
  const code = resultCode(error)
  return code === null ? null : (PROBLEMS.get(code) ?? null)
}
