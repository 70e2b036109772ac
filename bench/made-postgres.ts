import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { openPostgresWriter } from '../lib/indexer/store/postgres/open'
import { COLUMNS, type MadeRow, type MadeValue, madeRows, type StoreShape, type Table } from './made-rows'

export { POSTGRES_BIN, startPostgres } from '@/lib/testing/indexer/postgres'

/** Rows of a statement. */
const BATCH = 2_000

/**
 * The store that made-store.ts makes, in an empty database of a PostgreSQL server. `ledger` is made, and empty. Keys and indexes
 * are built when the rows are there.
 */
export async function writePostgresStore(url: string, ledger: string, shape: StoreShape): Promise<void> {
  fs.mkdirSync(path.join(ledger, 'transactions'), { recursive: true })
  const waiting = { signal: new AbortController().signal, onStandby: () => undefined }
  await (await openPostgresWriter(url, { ledger, programIds: PROGRAM_IDS }, waiting))?.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: keys } = await client.query(KEYS, [Object.keys(COLUMNS)])
    const { rows: indexes } = await client.query(INDEXES, [Object.keys(COLUMNS)])
    for (const { drop } of [...keys, ...indexes]) await client.query(drop)
    await client.query('UPDATE store SET slot = $1', [await insertAll(client, madeRows(shape))])
    await client.query("SET maintenance_work_mem = '1GB'")
    for (const { make } of [...keys, ...indexes]) await client.query(make)
    // What a server does by itself in time: without it every look into an index goes to the table too.
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

const KEYS = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make
  FROM pg_constraint WHERE contype IN ('p', 'u') AND conrelid::regclass::text = ANY ($1)`

/** Those that belong to no key. */
const INDEXES = `
  SELECT format('DROP INDEX %s', indexrelid::regclass) AS drop, pg_get_indexdef(indexrelid) AS make
  FROM pg_index WHERE indrelid::regclass::text = ANY ($1)
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`

async function insertAll(client: pg.Client, rows: Generator<MadeRow, number>): Promise<number> {
  const batches = new Map<Table, MadeValue[][]>()
  const insert = async (table: Table, batch: MadeValue[][]) => {
    const columns = COLUMNS[table].join(', ')
    const sql = `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`
    const texts = batch.map((values) => `{${values.map((value, n) => `"${COLUMNS[table][n]}":${jsonOf(value)}`)}}`)
    await client.query(sql, [`[${texts}]`])
    batch.length = 0
  }
  let next = rows.next()
  for (; !next.done; next = rows.next()) {
    const [table, ...values] = next.value
    const batch = batches.get(table) ?? []
    batches.set(table, batch)
    if (batch.push(values) === BATCH) await insert(table, batch)
  }
  for (const [table, batch] of batches) await insert(table, batch)
  return next.value
}

function jsonOf(value: MadeValue): string {
  return value instanceof Uint8Array ? `"\\\\x${Buffer.from(value).toString('hex')}"` : String(value)
}
