import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { pause } from '../../../platform/clock'
import { log } from '../../../platform/log'
import {
  canonicalIds,
  otherLedger,
  type Reader,
  type Store,
  StoreError,
  type StoreIdentity,
  StoreMissing,
  type WriterOptions,
  type WriterStore,
} from '../store'
import { endConnection, loadDriver, prepareConnection, type ServerSettings, serverSettings } from './connect'
import { init } from './migrations/0001-init'
import { journal } from './migrations/0002-journal'
import { doubtful } from './migrations/0003-doubtful'
import { serverProblem, sqlState, withoutHost } from './problems'
import { PostgresReader } from './reader'
import { Session } from './session'
import { PostgresWriter } from './writer'

/** One after the other; the schema version is how many of them a database has seen. The same numbers as SQLite's. */
const MIGRATIONS = [init, journal, doubtful]

/** Connections for answering, of one process: those that plan by the values at hand, and those that keep their plans. */
const READERS = 8
const QUICK_READERS = 4

/** Milliseconds after which the server gives a statement of an answer up, and we the server. */
const STATEMENT_WITHIN = 10_000
const ANSWER_WITHIN = 12_000

/** Milliseconds between two questions whether the lock is free. Waiting inside the server would keep it from tidying up. */
const ELECTION = 1000

/**
 * How the server learns that a writer is gone: its machine does not acknowledge (8 s), or the process says nothing for 8 s
 * though its machine lives. Either way its connection ends, and the lock with it, within 10 s.
 */
const SIGNS_OF_LIFE = [
  'SET tcp_keepalives_idle = 3',
  'SET tcp_keepalives_interval = 2',
  'SET tcp_keepalives_count = 2',
  'SET tcp_user_timeout = 8000',
  'SET idle_session_timeout = 8000',
  'SET idle_in_transaction_session_timeout = 8000',
]

/**
 * Opens the store for answering: a replica will do.
 * @throws StoreMissing when nobody has made it or carried it over to this version yet; StoreError when it belongs to
 *   another ledger, is of a newer schema, or the server is not to be had.
 */
export async function openPostgresReader(url: string, identity: StoreIdentity): Promise<Store> {
  const { config, keepsSessions } = serverSettings(url)
  const { Pool } = await loadDriver()
  const poolOf = (max: number, more: string[], idleTimeoutMillis?: number) => {
    const options = {
      ...config,
      max,
      query_timeout: ANSWER_WITHIN,
      ...(idleTimeoutMillis !== undefined && { idleTimeoutMillis }),
    }
    const pool = withoutUrl(() => new Pool(options))
    // A connection that dies is replaced by the next one; its statement fails.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => {
      client.on('error', () => undefined)
      if (keepsSessions) prepareConnection(client, [`SET statement_timeout = ${STATEMENT_WITHIN}`, ...more])
    })
    return pool
  }
  const pool = poolOf(READERS, [])
  // Held ready for ever: to open a connection takes longer than any of their answers.
  const quick = keepsSessions ? poolOf(QUICK_READERS, ['SET plan_cache_mode = force_generic_plan'], 0) : pool
  const store = new PostgresReader(pool, quick, keepsSessions)
  try {
    await store.read(async (db) => {
      if ((await checkedVersion(db)) < MIGRATIONS.length) {
        throw new StoreMissing('DATABASE_URL: there is no store of this version yet')
      }
      await checkIdentity(db, identity)
    })
    return store
  } catch (error) {
    await store.close()
    throw storeError(error)
  }
}

/**
 * Waits for the right to write, which one process at a time has, and opens the store; it is made or carried over to this
 * version first. Null after an abort. Who stands by goes on doing so when the server comes back from a restart.
 * @throws StoreError when the store belongs to another ledger or is of a newer schema, or the server refuses us; an error
 *   that storageProblem() has words for when the server is not to be had in the first place.
 */
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
    await pause(ELECTION, signal)
  }
  return null
}

/** Opens the store for `verify`, whatever ledger it belongs to: planned freely, and not to be written to. */
export async function openPostgresToCheck(url: string): Promise<Store> {
  const { config, keepsSessions } = serverSettings(url)
  const { Pool } = await loadDriver()
  const pool = withoutUrl(() => new Pool({ ...config, max: 1 }))
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const store = new PostgresReader(pool, pool, keepsSessions)
  try {
    if ((await store.read(checkedVersion)) < MIGRATIONS.length) {
      throw new StoreError('DATABASE_URL: there is no store of this version')
    }
    return store
  } catch (error) {
    await store.close()
    throw storeError(error)
  }
}

async function connected({ config, keepsSessions }: ServerSettings): Promise<Client> {
  if (!keepsSessions) {
    throw new StoreError('DATABASE_URL: pooler=true is for readers; the writer needs a connection of its own')
  }
  const { Client } = await loadDriver()
  const client = withoutUrl(() => new Client(config))
  // The next statement fails; until then nobody has to know.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw withoutHost(error)
  }
  prepareConnection(client, SIGNS_OF_LIFE)
  return client
}

/** The store as soon as the lock is ours. Null after an abort. */
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
    await pause(ELECTION, signal)
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

/** Of each schema its own, so that several stores in one database do not keep each other out. */
async function lockKey(session: Session): Promise<bigint> {
  const schema = (await session.get('SELECT current_schema() AS name'))?.name
  if (typeof schema !== 'string') throw new StoreError('DATABASE_URL: there is no schema to keep the store in')
  return createHash('sha256').update(`leafscan writer ${schema}`).digest().readBigInt64BE()
}

/** True when the lock is ours, on a server that can be written to. */
async function lock(session: Session, key: bigint): Promise<boolean> {
  // A replica has locks of its own. Once it is promoted it is the one to write to.
  if ((await session.get('SELECT pg_is_in_recovery() AS replica'))?.replica === 't') return false
  if ((await session.get('SELECT pg_try_advisory_lock(?) AS held', key))?.held !== 't') return false
  const locks = await session.get(
    "SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = pg_backend_pid()",
  )
  // Some that speak the protocol answer yes and keep nothing.
  if (locks?.n === 0n)
    throw new StoreError('DATABASE_URL: the server keeps no advisory locks, so nothing elects a writer')
  return true
}

/** How many migrations the schema has seen; 0 for an empty one. */
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
  if (version > MIGRATIONS.length) {
    throw new StoreError(
      `DATABASE_URL: it has schema version ${version}, this Leafscan knows versions up to ${MIGRATIONS.length}`,
    )
  }
  return version
}

/** All in the caller's transaction, so that a store killed at its birth is either empty or whole. */
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
  const row = await db.get('SELECT ledger, program_ids FROM store')
  if (row?.ledger !== identity.ledger) {
    throw otherLedger('DATABASE_URL', String(row?.ledger), identity.ledger)
  }
  const programIds = canonicalIds(identity.programIds)
  if (row.program_ids !== programIds) {
    throw new StoreError(`DATABASE_URL: it was made with the program ids ${String(row.program_ids)}, not ${programIds}`)
  }
}

/** By SQLSTATE: what the reader of the line can do something about. */
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
  // A server quotes what it was sent, and that is in the URL: only the code of its error is repeated.
  const refused = state === null ? text.replace(/\s+/g, ' ') : `the server refuses to serve it (SQLSTATE ${state})`
  const reason = (state && REFUSALS[state]) ?? serverProblem(error) ?? refused
  // Without its cause: that one may name what the URL holds.
  return new StoreError(`DATABASE_URL: ${reason}`)
}

/** The driver's own word on a URL may repeat it. */
function withoutUrl<T>(make: () => T): T {
  try {
    return make()
  } catch {
    throw new StoreError('DATABASE_URL: the driver does not understand it')
  }
}
