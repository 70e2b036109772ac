import { createHash } from 'node:crypto'
import type { Row, Store } from '../store/store'

/** Every row of every table, ids included: what two stores must share to be called the same. */
export async function everyRow(store: Store): Promise<Record<string, Row[]>> {
  const rows: Record<string, Row[]> = {}
  for (const table of TABLES) rows[table] = await store.all(`SELECT * FROM ${table} ORDER BY 1, 2`)
  return rows
}

const TABLES = [
  'account_transactions',
  'accounts',
  'batch_appends',
  'blocks',
  'store',
  'token_accounts',
  'transactions',
  'trees',
  'undo_batch_appends',
  'undo_pairs',
  'undo_spent',
]

/** The same as 64 hex digits. */
export async function digestOfRows(store: Store): Promise<string> {
  return digestOf(await everyRow(store))
}

/** The same of rows that are there already, or of some of the tables. */
export function digestOf(tables: Record<string, Row[]>): string {
  const digest = createHash('sha256')
  for (const [table, rows] of Object.entries(tables)) {
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
export async function dataRows(store: Store): Promise<Record<string, Row[]>> {
  const { store: _, blocks, undo_spent, undo_pairs, undo_batch_appends, ...data } = await everyRow(store)
  return data
}
