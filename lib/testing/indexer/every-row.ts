import { createHash } from 'node:crypto'
import type { Row, Store } from '@/lib/indexer/store/store'

export async function everyRow(store: Store): Promise<Record<string, Row[]>> {
  const rows: Record<string, Row[]> = {}
  for (const [table, key] of Object.entries(KEYS))
    rows[table] = await store.all(`SELECT * FROM ${table} ORDER BY ${key}`)
  return rows
}

const KEYS = {
  account_transactions: 'account_id, transaction_id',
  accounts: 'id',
  batch_appends: 'tree',
  blocks: 'slot',
  store: 'id',
  token_accounts: 'account_id',
  transactions: 'id',
  trees: 'id',
  undo_batch_appends: 'slot, tree',
  undo_pairs: 'slot, account_id, transaction_id',
  undo_spent: 'slot, account_id',
}

export async function digestOfRows(store: Store): Promise<string> {
  return digestOf(await everyRow(store))
}

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

export async function dataRows(store: Store): Promise<Record<string, Row[]>> {
  const { store: _, blocks, undo_spent, undo_pairs, undo_batch_appends, ...data } = await everyRow(store)
  return data
}
