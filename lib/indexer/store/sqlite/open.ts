import fs from 'node:fs'
import path from 'node:path'
import { type Connection, openConnection } from '../../../platform/sqlite/connection'
import type { openDatabase } from '../../../platform/sqlite/driver'
import { type Lock, takeLock } from '../../../platform/sqlite/lock'
import { assertRegularFile } from '../../../platform/sqlite/regular-file'
import { HISTORY_DATABASE, migrate, type Schema, schemaState } from '../../../platform/sqlite/schema'
import {
  assertIdentity,
  canonicalIds,
  newerSchemaError,
  type Store,
  StoreError,
  type StoreIdentity,
  StoreMissing,
  type WriterOptions,
  type WriterStore,
} from '../store'
import { SqliteStore } from './connection'
import { init } from './migrations/0001-init'
import { journal } from './migrations/0002-journal'
import { doubtful } from './migrations/0003-doubtful'
import { wallets } from './migrations/0004-wallets'
import { databaseSize, quickCheck, SMALL_STORE } from './quick-check'
import { SqliteReaders } from './readers'

const SCHEMA: Schema = {
  // "Leaf" in ASCII.
  applicationId: 0x4c656166,
  migrations: [init, journal, doubtful, wallets],
}

/** For a process that is about to release the file. */
const BUSY_TIMEOUT_MS = 500

/** KiB: the writer and the main reader; readers beside long reads. */
const CACHE_KIB = 65_536
const SMALL_CACHE_KIB = 8_192

/** `:memory:` and `open` are for tests. `replaces`: whether another ledger's store is removed. @throws StoreError */
export function openSqlite(
  file: string,
  identity: StoreIdentity,
  open?: typeof openDatabase,
  replaces?: WriterOptions['replaces'],
): WriterStore {
  return opened(file, identity, open, replaces)
}

/** Migrates, whatever the ledger. @throws StoreError for no store, a newer schema or a locked file */
export function openExistingSqlite(file: string): WriterStore {
  if (!fs.existsSync(file)) throw new StoreError(`${file}: there is no store`)
  return opened(file, null)
}

/** Whatever the ledger, beside a writer. @throws StoreError for no store or a newer schema; with `current`, also an older one */
export function openSqliteToRead(file: string, { current }: { current: boolean }): Store {
  if (!fs.existsSync(file)) throw new StoreError(`${file}: there is no store`)
  const db = connect(file, { readOnly: true }, (db) => {
    const version = checkedVersion(db, file)
    if (version === 0) throw new StoreError(`${file}: there is no store`)
    if (current && version < SCHEMA.migrations.length) {
      throw new StoreError(`${file}: it is of an earlier version: the indexer's next start carries it over`)
    }
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}`)
  })
  return new SqliteStore(db)
}

/** The explorer's status history, beside the process that records it. @throws StoreError */
export function openHistoryToRead(file: string): Store {
  if (!fs.existsSync(file)) throw new StoreError(`${file}: there is no status history`)
  const db = connect(file, { readOnly: true }, (db) => {
    const isHistory = db.number('PRAGMA application_id') === HISTORY_DATABASE.applicationId
    if (!isHistory) throw new StoreError(`${file}: it is a database of something else`)
  })
  return new SqliteStore(db)
}

/** Beside a writer. @throws StoreMissing: none of this version yet; StoreError: another ledger or a newer schema */
export function openSqliteReader(file: string, identity: StoreIdentity, { check = false } = {}): Store {
  if (check) assertSound(file)
  return new SqliteReaders(reading(file, identity, CACHE_KIB), () => reading(file, identity, SMALL_CACHE_KIB))
}

function reading(file: string, identity: StoreIdentity, cacheKib: number): SqliteStore {
  // Opening and closing another handle of the file would release all locks of this process.
  if (!fs.existsSync(file)) throw new StoreMissing(`${file}: there is no store yet`)
  const db = connect(file, { readOnly: true }, (db) => {
    const version = checkedVersion(db, file)
    if (version < SCHEMA.migrations.length) throw new StoreMissing(`${file}: there is no store of this version yet`)
    db.exec(`PRAGMA cache_size = -${cacheKib}`)
    assertIdentity(file, db.get('SELECT ledger, program_ids FROM store'), identity)
  })
  return new SqliteStore(db)
}

function opened(
  file: string,
  identity: StoreIdentity | null,
  open?: typeof openDatabase,
  replaces?: WriterOptions['replaces'],
): WriterStore {
  if (file !== ':memory:') prepareFile(file)
  const lock = locked(file)
  try {
    // Before SQLite may write: a log of another database would be applied.
    if (identity !== null) assertSound(file)
    if (identity !== null && replaces) makeRoom(file, identity, replaces)
    const db = connect(file, open ? { open } : {}, (db) => {
      const version = checkedVersion(db, file)
      if (version === 0 && identity === null) throw new StoreError(`${file}: there is no store`)
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0`)
      db.exec(`PRAGMA cache_size = -${CACHE_KIB}`)
      // One transaction: a store killed while it is created is empty or complete.
      db.write(() => {
        migrate(db, SCHEMA, version)
        if (version > 0 || identity === null) return
        const ids = canonicalIds(identity.programIds)
        db.run('INSERT INTO store (id, ledger, program_ids, slot) VALUES (1, ?, ?, 0)', identity.ledger, ids)
      })
      if (identity !== null) assertIdentity(file, db.get('SELECT ledger, program_ids FROM store'), identity)
    })
    return new SqliteStore(db, lock)
  } catch (error) {
    lock.close()
    throw storeError(file, error)
  }
}

/** Nobody else can be writing, since this process holds the lock. */
function makeRoom(file: string, identity: StoreIdentity, replaces: (ledger: string) => boolean): void {
  if (file === ':memory:') return
  const ledger = ledgerIn(file)
  if (ledger === null || ledger === identity.ledger || !replaces(ledger)) return
  for (const part of ['', '-wal', '-shm']) fs.rmSync(`${file}${part}`, { force: true })
}

/** Null: no file. Writes nothing. @throws StoreError for another file, a newer schema or an unreadable store */
export function ledgerIn(file: string): string | null {
  if (!fs.existsSync(file)) return null
  const db = connect(file, { readOnly: true })
  try {
    return checkedVersion(db, file) > 0 ? String(db.get('SELECT ledger FROM store')?.ledger) : null
  } catch (error) {
    throw storeError(file, error)
  } finally {
    db.close()
  }
}

/** A large store is checked while it answers. */
function assertSound(file: string): void {
  if (file === ':memory:' || !fs.existsSync(file) || databaseSize(file) > SMALL_STORE) return
  let problem: string | null
  try {
    problem = quickCheck(file)
  } catch (error) {
    throw storeError(file, error)
  }
  if (problem !== null) {
    throw new StoreError(`${file}: it is damaged: ${problem}. Restore a snapshot, or start with a new store`)
  }
}

export function lockFile(file: string): string {
  return `${file}-lock`
}

function locked(file: string): Lock {
  try {
    return takeLock(file === ':memory:' ? file : lockFile(file), BUSY_TIMEOUT_MS)
  } catch (error) {
    throw storeError(file, error)
  }
}

function connect(
  file: string,
  options: { readOnly?: boolean; open?: typeof openDatabase },
  prepare?: (db: Connection<'bigint'>) => void,
): Connection<'bigint'> {
  try {
    return openConnection(file, { ...options, integers: 'bigint', busyMs: BUSY_TIMEOUT_MS }, prepare)
  } catch (error) {
    throw storeError(file, error)
  }
}

/** Refuses a file of another kind before SQLite touches it. */
function prepareFile(file: string): void {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    if (!fs.existsSync(file)) return
    assertRegularFile(file)
    const handle = fs.openSync(file, 'r')
    try {
      const head = Buffer.alloc(16)
      const length = fs.readSync(handle, head, 0, 16, 0)
      if (length > 0 && head.toString('latin1') !== 'SQLite format 3\0') throw new Error('not a database')
    } finally {
      fs.closeSync(handle)
    }
  } catch (error) {
    throw storeError(file, error)
  }
}

function checkedVersion(db: Connection<'bigint'>, file: string): number {
  const state = schemaState(db, SCHEMA)
  if (state.kind === 'foreign') throw new StoreError(`${file}: it is a database of something else`)
  if (state.kind === 'newer') throw newerSchemaError(file, state.version, SCHEMA.migrations.length)
  return state.version
}

function storeError(file: string, error: unknown): StoreError {
  return error instanceof StoreError ? error : new StoreError(`${file}: ${problemOf(error)}`, { cause: error })
}

function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  if (/locked|busy/i.test(text)) return 'another process holds it'
  if (/not a database|malformed/i.test(text)) return 'it is not a database, or a damaged one'
  return text.replace(/\s+/g, ' ')
}
