import { serverProblem } from './postgres/problems'
import { storageProblem as sqliteProblem } from './sqlite/storage-problem'

/**
 * Why the database did not take a transaction, in words for people on call; null for every other failure. Nothing of the
 * transaction is stored, what was stored before stays readable, and the same may be tried again. reliability.md (c) F52.
 */
export function storageProblem(error: unknown): string | null {
  return sqliteProblem(error) ?? serverProblem(error)
}
