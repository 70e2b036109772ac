import fs from 'node:fs'
import { letGo } from '@/lib/testing/indexer/let-go'
import { openSqlite } from '../lib/indexer/store/sqlite/open'
import type { StoreIdentity } from '../lib/indexer/store/store'
import { openDatabase } from '../lib/platform/sqlite/driver'
import { COLUMNS, type MadeRow, type Table } from './made-rows'

/*
 * Rows straight into a store of SQLite, a hundred thousand a second and more: what applyBlocks would have to look up is
 * known already, and most indexes are built when the rows are there. The file is worth nothing until that has ended.
 */

/**
 * Page cache in KiB. The keys of accounts and transactions come in no order, and their indexes grow with them: what fits
 * is written once, at the end. 15 million accounts do.
 */
const CACHE_KIB = 1_048_576

/** Makes the store in `file` from rows; the generator's end is the slot that the store has reached. */
export async function writeSqlite(
  file: string,
  identity: StoreIdentity,
  rows: Generator<MadeRow, number>,
): Promise<void> {
  if (fs.existsSync(file)) throw new Error(`${file} is there already`)
  await openSqlite(file, identity).close()
  await letGo()
  fill(file, rows)
  await letGo()
}

function fill(file: string, rows: Generator<MadeRow, number>): void {
  const db = openDatabase(file)
  try {
    db.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA cache_size = -${CACHE_KIB}`)
    // Those that a UNIQUE made have no text, and stay.
    const indexes = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL").all()
    for (const { name } of indexes) db.exec(`DROP INDEX ${name}`)
    const insert = new Map(
      Object.entries(COLUMNS).map(([table, columns]) => [
        table as Table,
        db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`),
      ]),
    )
    db.exec('BEGIN')
    let next = rows.next()
    for (; !next.done; next = rows.next()) {
      const [table, ...values] = next.value
      insert.get(table)?.run(...values)
    }
    db.prepare('UPDATE store SET slot = ?').run(next.value)
    db.exec('COMMIT')
    for (const { sql } of indexes) db.exec(String(sql))
    // Lets go of the file with the next statement: a closed connection's statements would hold it until they are collected.
    db.exec('PRAGMA locking_mode = NORMAL; SELECT slot FROM store')
  } finally {
    db.close()
  }
}
