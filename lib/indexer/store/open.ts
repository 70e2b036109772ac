import type { DatabaseSetting } from '@/lib/platform/environment'
import { checkPages as checkServer } from './postgres/check-pages'
import { openPostgresReader, openPostgresToCheck, openPostgresWriter } from './postgres/open'
import { checkPages as checkFile } from './sqlite/check-pages'
import { openSqlite, openSqliteReader, openSqliteToRead } from './sqlite/open'
import type { Store, StoreIdentity, WriterOptions, WriterStore } from './store'

/*
 * The way to a store: one process has the right to write, any number of them answer from it.
 */

/**
 * The store for answering: it never writes. `check`: a small one is checked before, where no writer of this process has.
 * @throws StoreMissing when there is nothing to read yet; StoreError when it belongs to another ledger or is of a newer
 *   schema.
 */
export async function openReader(
  database: DatabaseSetting,
  identity: StoreIdentity,
  options: { check: boolean } = { check: false },
): Promise<Store> {
  return database.kind === 'postgres'
    ? openPostgresReader(database.url, identity)
    : openSqliteReader(database.file, identity, options)
}

/**
 * The right to write, and the store with it, made or carried over to this version first. A file has it to give at once; a
 * server has others stand by, until the one that writes is gone. Null when `signal` aborted meanwhile.
 * @throws StoreError when the store belongs to another ledger or is of a newer schema, or another process holds the file.
 */
export async function openWriter(
  database: DatabaseSetting,
  identity: StoreIdentity,
  options: WriterOptions,
): Promise<WriterStore | null> {
  if (options.signal.aborted) return null
  if (database.kind === 'postgres') return openPostgresWriter(database.url, identity, options)
  return openSqlite(database.file, identity, undefined, options.replaces)
}

/**
 * The store for `verify`, whatever ledger it belongs to and whoever writes it, and its database's own check.
 * @throws StoreError when there is none, or it is of another schema.
 */
export async function openToCheck(database: DatabaseSetting) {
  return database.kind === 'postgres'
    ? { store: await openPostgresToCheck(database.url), checkPages: checkServer }
    : { store: openSqliteToRead(database.file, { current: true }), checkPages: checkFile }
}
