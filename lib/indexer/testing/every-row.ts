import { createHash } from 'node:crypto'
import type { Row, Store } from '../store/open'

/** Every row of every table, ids included: what two stores must share to be called the same. */
export function everyRow(store: Store): Record<string, Row[]> {
  const tables = store.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
  return Object.fromEntries(
    tables.map(({ name }) => [String(name), store.all(`SELECT * FROM ${String(name)} ORDER BY 1, 2`)]),
  )
}

/** The same as 64 hex digits. */
export function digestOfRows(store: Store): string {
  const digest = createHash('sha256')
  for (const [table, rows] of Object.entries(everyRow(store))) {
    digest.update(`${table}\n`)
    for (const row of rows) {
      for (const value of Object.values(row)) {
        digest.update(value instanceof Uint8Array ? `x${Buffer.from(value).toString('hex')},` : `${String(value)},`)
      }
      digest.update('\n')
    }
  }
  return digest.digest('hex')
}

/** What is told of a chain: without the journal, and without the name of the ledger that it was read from. */
export function dataRows(store: Store): Record<string, Row[]> {
  const { store: _, blocks, undo_spent, undo_pairs, undo_batch_appends, ...data } = everyRow(store)
  return data
}
