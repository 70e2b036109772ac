import { DAMAGED, DamagedRow } from './damage'
import { serverProblem } from './postgres/problems'
import { storageProblem as sqliteProblem } from './sqlite/storage-problem'

/** Why the disk or database failed; null: another failure. The write may be retried. facts/reliability.md (c) F52. */
export function storageProblem(error: unknown): string | null {
  return error instanceof DamagedRow ? DAMAGED : (sqliteProblem(error) ?? serverProblem(error))
}

/** SQLite's codes 11 and 26, PostgreSQL's XX001 and XX002, an impossible row. */
export function isDamage(error: unknown): boolean {
  return storageProblem(error) === DAMAGED
}
