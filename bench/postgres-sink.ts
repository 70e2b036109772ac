import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'
import { POSTGRES_BIN } from '@/lib/testing/indexer/postgres'
import { openPostgresWriter } from '../lib/indexer/store/postgres/open'
import type { StoreIdentity } from '../lib/indexer/store/store'
import { COLUMNS, type MadeRow, type MadeValue, type Table } from './made-rows'

/*
 * Rows straight into a store of PostgreSQL: a COPY for each table, all at once, into tables without keys and indexes, which
 * are built when the rows are there.
 */

/** Characters that are handed on together. */
const CHUNK = 1 << 16

/** Makes the store in the empty database; the generator's end is the slot that the store has reached. */
export async function writePostgres(
  url: string,
  identity: StoreIdentity,
  rows: Generator<MadeRow, number>,
): Promise<void> {
  const { signal } = new AbortController()
  await (await openPostgresWriter(url, identity, { signal, onStandby: () => undefined }))?.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const keys = await statements(client, KEYS)
    const indexes = await statements(client, INDEXES)
    for (const { drop } of [...keys, ...indexes]) await client.query(drop)
    const slot = await copied(url, rows)
    await client.query('UPDATE store SET slot = $1', [slot])
    await client.query("SET maintenance_work_mem = '1GB'")
    for (const { make } of [...keys, ...indexes]) await client.query(make)
    // What a server does by itself in time: without it every look into an index goes to the table too.
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

interface Statements {
  drop: string
  make: string
}

async function statements(client: pg.Client, sql: string): Promise<Statements[]> {
  return (await client.query<Statements>(sql, [Object.keys(COLUMNS)])).rows
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

async function copied(url: string, rows: Generator<MadeRow, number>): Promise<number> {
  const copies = new Map<Table, Copy>()
  for (const [table, columns] of Object.entries(COLUMNS)) copies.set(table as Table, new Copy(url, table, columns))
  let next = rows.next()
  for (; !next.done; next = rows.next()) {
    const [table, ...values] = next.value
    const copy = copies.get(table)
    copy?.add(values)
    if (copy?.isFull) await copy.drained()
  }
  for (const copy of copies.values()) await copy.end()
  return next.value
}

/** A COPY of one table, through the server's own client. */
class Copy {
  private readonly psql: ChildProcess
  private readonly ended: Promise<unknown[]>
  private text = ''
  /** True when the server is slower than we are: before more is added, `drained` is to be waited for. */
  isFull = false

  constructor(url: string, table: string, columns: readonly string[]) {
    const { hostname, port, username, password, pathname } = new URL(url)
    const command = `COPY ${table} (${columns.join(', ')}) FROM STDIN`
    this.psql = spawn(path.join(POSTGRES_BIN ?? '', 'psql'), ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-c', command], {
      env: {
        ...process.env,
        PGHOST: hostname,
        PGPORT: port,
        PGUSER: username,
        PGPASSWORD: password,
        PGDATABASE: pathname.slice(1),
      },
      stdio: ['pipe', 'inherit', 'inherit'],
    })
    this.ended = once(this.psql, 'exit')
  }

  add(values: MadeValue[]): void {
    this.text += `${values.map(fieldOf).join('\t')}\n`
    if (this.text.length < CHUNK) return
    this.isFull = this.psql.stdin?.write(this.text) === false
    this.text = ''
  }

  async drained(): Promise<void> {
    await Promise.race([once(this.psql.stdin ?? this.psql, 'drain'), this.ended])
    this.isFull = false
  }

  async end(): Promise<void> {
    this.psql.stdin?.end(this.text)
    const [code] = await this.ended
    if (code !== 0) throw new Error('a COPY failed')
  }
}

/** In the text format of COPY. */
function fieldOf(value: MadeValue): string {
  if (value === null) return '\\N'
  if (!(value instanceof Uint8Array)) return String(value)
  return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
}
