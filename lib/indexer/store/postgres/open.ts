import { createHash } from 'node:crypto'
import type { Client, Pool, PoolConfig } from 'pg'
import { pause } from '../../../platform/clock'
import { log } from '../../../platform/log'
import { init } from '../sqlite/migrations/0001-init'
import { journal } from '../sqlite/migrations/0002-journal'
import { doubtful } from '../sqlite/migrations/0003-doubtful'
import { wallets } from '../sqlite/migrations/0004-wallets'
import {
  assertIdentity,
  canonicalIds,
  newerSchemaError,
  type Reader,
  type Store,
  StoreError,
  type StoreIdentity,
  StoreMissing,
  type WriterOptions,
  type WriterStore,
} from '../store'
import { endConnection, loadDriver, prepareConnection, type ServerSettings, serverSettings } from './connect'
import { schemaToPostgres } from './dialect'
import { redactHost, serverProblem, sqlState } from './problems'
import { PostgresReader } from './reader'
import { Session } from './session'
import { PostgresWriter } from './writer'

/** In order; the schema version is their count, as in SQLite. */
const MIGRATIONS = [init, journal, doubtful, wallets].map(schemaToPostgres)

/** Per process: connections that plan for each value, and those that keep plans. */
const READERS = 8
const QUICK_READERS = 4

/** The server's limit per statement; ours for its answer. */
const STATEMENT_TIMEOUT_MS = 10_000
const ANSWER_TIMEOUT_MS = 12_000

/** Retried from here: waiting inside the server would block its vacuum. */
const LOCK_RETRY_MS = 1000

/** The server drops a dead writer, and its lock, within 10 s: 8 s without acknowledgements, or an idle session of 8 s. */
const KEEPALIVE_SETTINGS = [
  'SET tcp_keepalives_idle = 3',
  'SET tcp_keepalives_interval = 2',
  'SET tcp_keepalives_count = 2',
  'SET tcp_user_timeout = 8000',
  'SET idle_session_timeout = 8000',
  'SET idle_in_transaction_session_timeout = 8000',
]

/** Also from a replica. @throws StoreMissing: none of this version yet; StoreError */
export async function openPostgresReader(url: string, identity: StoreIdentity): Promise<Store> {
  const { config, keepsSessions } = serverSettings(url)
  const prepared = (more: string[]) => (client: Client) => {
    if (keepsSessions) prepareConnection(client, [`SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`, ...more])
  }
  const limited = { ...config, query_timeout: ANSWER_TIMEOUT_MS }
  const pool = await poolOf({ ...limited, max: READERS }, prepared([]))
  // Never idle out: connecting takes longer than any of their answers.
  const settings = { ...limited, max: QUICK_READERS, idleTimeoutMillis: 0 }
  const quick = keepsSessions ? await poolOf(settings, prepared(['SET plan_cache_mode = force_generic_plan'])) : pool
  return opened(new PostgresReader(pool, quick, keepsSessions), async (db) => {
    if ((await checkedVersion(db)) < MIGRATIONS.length) {
      throw new StoreMissing('DATABASE_URL: there is no store of this version yet')
    }
    await checkIdentity(db, identity)
  })
}

export async function openPostgresToCheck(url: string): Promise<Store> {
  const { config, keepsSessions } = serverSettings(url)
  const pool = await poolOf({ ...config, max: 1 })
  return opened(new PostgresReader(pool, pool, keepsSessions), async (db) => {
    if ((await checkedVersion(db)) < MIGRATIONS.length) {
      throw new StoreError('DATABASE_URL: there is no store of this version')
    }
  })
}

async function poolOf(options: PoolConfig, onConnect?: (client: Client) => void): Promise<Pool> {
  const { Pool } = await loadDriver()
  const pool = withoutUrl(() => new Pool(options))
  // The pool replaces dead connections; their statement fails.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    onConnect?.(client)
  })
  return pool
}

async function opened(store: Store, check: (db: Reader) => Promise<void>): Promise<Store> {
  try {
    await store.read(check)
    return store
  } catch (error) {
    await store.close()
    throw storeError(error)
  }
}

/** Waits for the lock, through server restarts. Null after an abort. @throws StoreError, or a storageProblem() */
export async function openPostgresWriter(
  url: string,
  identity: StoreIdentity,
  { signal, onStandby }: WriterOptions,
): Promise<WriterStore | null> {
  const settings = serverSettings(url)
  let waited = false
  let loggedProblem: string | null = null
  while (!signal.aborted) {
    let client: Client | null = null
    try {
      client = await connected(settings)
      const store = await elected(client, identity, signal, () => {
        if (!waited) onStandby()
        waited = true
      })
      if (store) return store
    } catch (error) {
      if (client) await endConnection(client)
      const problem = serverProblem(error)
      if (problem === null) throw storeError(error)
      if (!waited) throw error
      if (problem !== loggedProblem) log('warn', 'waiting for the database', { reason: problem })
      loggedProblem = problem
    }
    await pause(LOCK_RETRY_MS, signal)
  }
  return null
}

async function connected({ config, keepsSessions }: ServerSettings): Promise<Client> {
  if (!keepsSessions) {
    throw new StoreError('DATABASE_URL: pooler=true is for readers; the writer needs a connection of its own')
  }
  const { Client } = await loadDriver()
  const client = withoutUrl(() => new Client(config))
  // The next statement fails and reports it.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw redactHost(error)
  }
  prepareConnection(client, KEEPALIVE_SETTINGS)
  return client
}

async function elected(
  client: Client,
  identity: StoreIdentity,
  signal: AbortSignal,
  onStandby: () => void,
): Promise<WriterStore | null> {
  const session = new Session(client, true)
  const key = await lockKey(session)
  while (!(await lock(session, key))) {
    onStandby()
    await pause(LOCK_RETRY_MS, signal)
    if (signal.aborted) {
      await endConnection(client)
      return null
    }
  }
  const store = new PostgresWriter(client, key)
  try {
    await store.write(async (db) => {
      await migrate(session, await checkedVersion(db), identity)
      await checkIdentity(db, identity)
    })
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Per schema, so that several stores can share a database. */
async function lockKey(session: Session): Promise<bigint> {
  const schema = (await session.get('SELECT current_schema() AS name'))?.name
  if (typeof schema !== 'string') throw new StoreError('DATABASE_URL: there is no schema to keep the store in')
  return createHash('sha256').update(`leafscan writer ${schema}`).digest().readBigInt64BE()
}

async function lock(session: Session, key: bigint): Promise<boolean> {
  // A replica has its own locks; a promoted one becomes writable.
  if ((await session.get('SELECT pg_is_in_recovery() AS replica'))?.replica === 't') return false
  if ((await session.get('SELECT pg_try_advisory_lock(?) AS held', key))?.held !== 't') return false
  const locks = await session.get(
    "SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = pg_backend_pid()",
  )
  // Some servers of this protocol return success and lock nothing.
  if (locks?.n === 0n)
    throw new StoreError('DATABASE_URL: the server keeps no advisory locks, so nothing elects a writer')
  return true
}

async function checkedVersion(db: Reader): Promise<number> {
  const tables = await db.get(
    `SELECT to_regclass('schema_version') IS NOT NULL AS ours,
      (SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename IN ('store', 'accounts')) AS others`,
  )
  if (tables?.ours !== 't') {
    if (tables?.others !== 0n) throw new StoreError('DATABASE_URL: it is a database of something else')
    return 0
  }
  const version = Number((await db.get('SELECT version FROM schema_version'))?.version)
  if (version > MIGRATIONS.length) throw newerSchemaError('DATABASE_URL', version, MIGRATIONS.length)
  return version
}

/** In the caller's transaction: a store killed while it is created is empty or complete. */
async function migrate(session: Session, version: number, identity: StoreIdentity): Promise<void> {
  if (version === MIGRATIONS.length) return
  if (version === 0) await session.script('CREATE TABLE schema_version (version integer NOT NULL)')
  for (const migration of MIGRATIONS.slice(version)) await session.script(migration)
  await session.run('DELETE FROM schema_version')
  await session.run('INSERT INTO schema_version (version) VALUES (?)', BigInt(MIGRATIONS.length))
  if (version > 0) return
  await session.run(
    'INSERT INTO store (id, ledger, program_ids, slot) VALUES (1, ?, ?, 0)',
    identity.ledger,
    canonicalIds(identity.programIds),
  )
}

async function checkIdentity(db: Reader, identity: StoreIdentity): Promise<void> {
  assertIdentity('DATABASE_URL', await db.get('SELECT ledger, program_ids FROM store'), identity)
}

/** By SQLSTATE: what an operator can fix. */
const REFUSALS: Record<string, string> = {
  '28P01': 'the server does not accept this user or password',
  '28000': 'the server does not accept this user or password',
  '3D000': 'there is no such database on the server',
  '42501': 'this user may not do what a store needs',
}

function storeError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const state = sqlState(error)
  const text = error instanceof Error ? error.message : String(error)
  // A server may quote parts of the URL: only the error's code is repeated.
  const refused = state === null ? text.replace(/\s+/g, ' ') : `the server refuses to serve it (SQLSTATE ${state})`
  const reason = (state && REFUSALS[state]) ?? serverProblem(error) ?? refused
  // Without its cause, which may hold parts of the URL.
  return new StoreError(`DATABASE_URL: ${reason}`)
}

/** The driver's error may quote the URL. */
function withoutUrl<T>(make: () => T): T {
  try {
    return make()
  } catch {
    throw new StoreError('DATABASE_URL: the driver does not understand it')
  }
}
