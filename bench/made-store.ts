import fs from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { letGo } from '@/lib/testing/indexer/let-go'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { openSqlite } from '../lib/indexer/store/sqlite/open'
import { openDatabase } from '../lib/platform/sqlite/driver'
import { COLUMNS, keysOf, type MadeRow, madeRows, type StoreShape, type Table } from './made-rows'

/*
 * A store of the embedded indexer of any size, the same rows for the same shape. Nothing grows with it in memory. The
 * real indexer opens it with LEDGER at the (empty) ledger folder beside it, because a store remembers its ledger.
 *
 * Rows go straight into SQLite, a hundred thousand a second and more: what applyBlocks would have to look up is known already,
 * and most indexes are built when the rows are there. The file is worth nothing until that has ended.
 */

export interface MadeStore {
  /** What the indexer is started with: LEDGER and DATABASE_URL. */
  env: { LEDGER: string; DATABASE_URL: string }
  databaseFile: string
  /** The delegate with `delegated` live token accounts, base58. */
  delegate: string
}

/**
 * Page cache in KiB. The keys of accounts and transactions come in no order, and their indexes grow with them: what fits
 * is written once, at the end. 15 million accounts do.
 */
const CACHE_KIB = 1_048_576

/** A shape of the usual proportions: half token accounts, a tenth of one delegate, one spent account to four live ones. */
export function shapeOf(accounts: number, seed: number): StoreShape {
  return {
    seed,
    accounts,
    tokens: Math.floor(accounts / 2),
    delegated: Math.floor(accounts / 10),
    spent: Math.floor(accounts / 4),
    mints: 10 + Math.floor(accounts / 5_000),
    wallets: 10 + Math.floor(accounts / 20),
    owners: 10 + Math.floor(accounts / 100),
  }
}

/** `keysOf` in base58. */
export function namesOf(seed: number): Record<'mint' | 'wallet' | 'delegate', string> {
  const { mint, wallet, delegate } = keysOf(seed)
  return { mint: base58.encode(mint), wallet: base58.encode(wallet), delegate: base58.encode(delegate) }
}

/** @param folder gets `ledger/` and `store.sqlite`. */
export async function writeStore(folder: string, shape: StoreShape): Promise<MadeStore> {
  const ledger = path.join(folder, 'ledger')
  const databaseFile = path.join(folder, 'store.sqlite')
  if (fs.existsSync(databaseFile)) throw new Error(`${databaseFile} is there already`)
  fs.mkdirSync(path.join(ledger, 'transactions'), { recursive: true })
  await openSqlite(databaseFile, { ledger, programIds: PROGRAM_IDS }).close()
  await letGo()
  fill(databaseFile, madeRows(shape))
  await letGo()
  const env = { LEDGER: ledger, DATABASE_URL: `file:${databaseFile}` }
  return { env, databaseFile, delegate: namesOf(shape.seed).delegate }
}

/** The generator's end is the slot that the store has reached. */
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
