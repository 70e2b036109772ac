import fs from 'node:fs'
import path from 'node:path'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { openDatabase } from '../../sqlite/driver'
import { init } from './migrations/0001-init'
import { journal } from './migrations/0002-journal'
import { storageProblem } from './storage-problem'

/** What a column can hold, and a statement be given. Integers are read as bigint: a u64 does not fit into a number. */
export type SqlValue = null | bigint | string | Uint8Array
export type Row = Record<string, SqlValue>

/** What a store belongs to. Another ledger or other program ids would give other answers under the same file. */
export interface StoreIdentity {
  /** The ledger's identity. */
  ledger: string
  /** Ids by name; the order of the members does not matter. */
  programIds: Readonly<Record<string, string>>
}

/** A store that cannot be used; one line that names the file. Nothing was written to it. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** One after the other; the schema version is how many of them a file has seen. */
const MIGRATIONS = [init, journal]

/** "Leaf" in ASCII: tells our files from other databases. */
const APPLICATION_ID = 0x4c656166n

/** Milliseconds to wait for a process that is about to let go of the file. */
const LOCK_WAIT = 500

/** Pages of the log above which foldLog() acts: 32 MiB, because each folding waits for the disk. */
const LOG_PAGES = 8192

/** Page cache in KiB. */
const CACHE_KIB = 65_536

/**
 * The embedded indexer's database: one connection, held alone by one process, synchronous. Statements are prepared
 * once and found again by their text.
 */
export class Store {
  private readonly statements = new Map<string, StatementSyncInstance>()

  constructor(private readonly db: DatabaseSyncInstance) {}

  all(sql: string, ...values: SqlValue[]): Row[] {
    return this.prepared(sql).all(...values)
  }

  get(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.prepared(sql).get(...values)
  }

  /** Runs a statement; answers how many rows it changed and the id it inserted last. */
  run(sql: string, ...values: SqlValue[]): { changes: number; lastInsertRowid: bigint } {
    const { changes, lastInsertRowid } = this.prepared(sql).run(...values)
    return { changes: Number(changes), lastInsertRowid: BigInt(lastInsertRowid) }
  }

  /** Runs `work` in one transaction: all of it is stored, or nothing. */
  write<T>(work: () => T): T {
    return this.transaction('BEGIN IMMEDIATE', work)
  }

  /** Runs `work` in one transaction: everything it reads is of the same moment. */
  read<T>(work: () => T): T {
    return this.transaction('BEGIN', work)
  }

  /**
   * Folds a long log into the database file. Not left to SQLite, which would keep a failure of the disk to itself.
   * Nothing is lost when it throws: the log still holds what it held.
   */
  foldLog(): void {
    const { log, checkpointed } = this.get('PRAGMA wal_checkpoint(NOOP)') ?? {}
    if (Number(log) - Number(checkpointed) > LOG_PAGES) this.db.exec('PRAGMA wal_checkpoint(PASSIVE)')
  }

  /** Folds the log into the database file and closes it. */
  close(): void {
    this.statements.clear()
    try {
      this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch (error) {
      // A full disk: the log is folded in after the next start.
      if (storageProblem(error) === null) throw error
    }
    this.db.close()
  }

  private prepared(sql: string): StatementSyncInstance {
    const known = this.statements.get(sql)
    if (known) return known
    const statement = this.db.prepare(sql)
    statement.setReadBigInts(true)
    this.statements.set(sql, statement)
    return statement
  }

  private transaction<T>(begin: string, work: () => T): T {
    this.db.exec(begin)
    try {
      const result = work()
      this.db.exec('COMMIT')
      return result
    } catch (error) {
      try {
        this.db.exec('ROLLBACK')
      } catch {
        // The failure has ended the transaction already, as a full disk does. It is the one to be told of.
      }
      throw error
    }
  }
}

/**
 * Opens the store in `file`, or makes it; `:memory:` for tests. The process holds it alone from here on. `open` makes the
 * connection: tests give one that fails at a statement.
 * @throws StoreError when the file is no store of this ledger, is of a newer schema, or is held by another process.
 */
export function openStore(file: string, identity: StoreIdentity, open = openDatabase): Store {
  return opened(file, identity, open)
}

/**
 * Opens the store in `file`, whatever ledger it belongs to, and carries it over to this version.
 * @throws StoreError when there is none, it is of a newer schema, or is held by another process.
 */
export function openExistingStore(file: string): Store {
  if (!fs.existsSync(file)) throw new StoreError(`${file}: there is no store`)
  return opened(file, null, openDatabase)
}

function opened(file: string, identity: StoreIdentity | null, open: typeof openDatabase): Store {
  const db = connect(file, open)
  try {
    const version = checkedVersion(db, file)
    if (version === 0 && identity === null) throw new StoreError(`${file}: there is no store`)
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0`)
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}`)
    const store = new Store(db)
    store.write(() => migrate(store, db, version, identity))
    if (identity !== null) checkIdentity(store, file, identity)
    return store
  } catch (error) {
    db.close()
    throw storeError(file, error)
  }
}

function connect(file: string, open: typeof openDatabase): DatabaseSyncInstance {
  try {
    if (file !== ':memory:') prepareFile(file)
    const db = open(file)
    // Set before the first access: this connection never shares the file, so no -shm file is made.
    db.exec(`PRAGMA busy_timeout = ${LOCK_WAIT}; PRAGMA locking_mode = EXCLUSIVE`)
    return db
  } catch (error) {
    throw storeError(file, error)
  }
}

/** Makes the folder, and refuses a file that is no SQLite database before SQLite touches it. */
function prepareFile(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  if (!fs.existsSync(file)) return
  const handle = fs.openSync(file, 'r')
  try {
    const head = Buffer.alloc(16)
    const length = fs.readSync(handle, head, 0, 16, 0)
    if (length > 0 && head.toString('latin1') !== 'SQLite format 3\0') throw new Error('not a database')
  } finally {
    fs.closeSync(handle)
  }
}

/** How many migrations the file has seen; 0 for an empty one. */
function checkedVersion(db: DatabaseSyncInstance, file: string): number {
  const read = (sql: string): bigint => {
    const row: Row = db.prepare(sql).get()
    return BigInt(String(Object.values(row)[0]))
  }
  const application = read('PRAGMA application_id')
  const version = read('PRAGMA user_version')
  const empty = application === 0n && version === 0n && read('SELECT count(*) FROM sqlite_schema') === 0n
  if (!empty && application !== APPLICATION_ID) throw new StoreError(`${file}: it is a database of something else`)
  if (version > MIGRATIONS.length) {
    throw new StoreError(
      `${file}: it has schema version ${version}, this Leafscan knows versions up to ${MIGRATIONS.length}`,
    )
  }
  return Number(version)
}

/** All in the caller's transaction, so that a store killed at its birth is either empty or whole. */
function migrate(store: Store, db: DatabaseSyncInstance, version: number, identity: StoreIdentity | null): void {
  for (const migration of MIGRATIONS.slice(version)) db.exec(migration)
  if (version === MIGRATIONS.length) return
  db.exec(`PRAGMA user_version = ${MIGRATIONS.length}; PRAGMA application_id = ${APPLICATION_ID}`)
  if (identity === null || version > 0) return
  store.run(
    'INSERT INTO store (id, ledger, program_ids, slot) VALUES (1, ?, ?, 0)',
    identity.ledger,
    canonical(identity.programIds),
  )
}

function checkIdentity(store: Store, file: string, identity: StoreIdentity): void {
  const row = store.get('SELECT ledger, program_ids FROM store')
  if (row?.ledger !== identity.ledger) {
    throw new StoreError(`${file}: it holds the ledger ${String(row?.ledger)}, not ${identity.ledger}`)
  }
  const programIds = canonical(identity.programIds)
  if (row.program_ids !== programIds) {
    throw new StoreError(`${file}: it was made with the program ids ${String(row.program_ids)}, not ${programIds}`)
  }
}

function canonical(ids: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(ids).sort(([a], [b]) => (a < b ? -1 : 1))))
}

function storeError(file: string, error: unknown): StoreError {
  return error instanceof StoreError ? error : new StoreError(`${file}: ${problemOf(error)}`, { cause: error })
}

/** SQLite's text, in our words where the reader can do something about it. */
function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  if (/locked|busy/i.test(text)) return 'another process holds it'
  if (/not a database|malformed/i.test(text)) return 'it is not a database, or a damaged one'
  return text.replace(/\s+/g, ' ')
}
