import { DAMAGED, DamagedRow } from './damage'
import { serverProblem } from './postgres/problems'
import { storageProblem as sqliteProblem } from './sqlite/storage-problem'

/**
 * Why the database did not take or give a transaction, in words for people on call; null for every other failure. Nothing of the
 * transaction is stored, what was stored before stays readable, and the same may be tried again. reliability.md (c) F52.
 */
export function storageProblem(error: unknown): string | null {
  return error instanceof DamagedRow ? DAMAGED : (sqliteProblem(error) ?? serverProblem(error))
}

/** True for what only a damaged database says: SQLite's codes 11 and 26, PostgreSQL's XX001 and XX002, an impossible row. */
export function isDamage(error: unknown): boolean {
  return storageProblem(error) === DAMAGED
}
