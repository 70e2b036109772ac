import type { DatabaseSetting } from '@/lib/platform/environment'
import { checkPages as checkServer } from './postgres/check-pages'
import { openPostgresReader, openPostgresToCheck, openPostgresWriter } from './postgres/open'
import { checkPages as checkFile } from './sqlite/check-pages'
import { openSqlite, openSqliteReader, openSqliteToRead } from './sqlite/open'
import type { Store, StoreIdentity, WriterOptions, WriterStore } from './store'

/** `check`: checks a small store first. @throws StoreMissing: none yet; StoreError: another ledger or a newer schema */
export async function openReader(
  database: DatabaseSetting,
  identity: StoreIdentity,
  options: { check: boolean } = { check: false },
): Promise<Store> {
  return database.kind === 'postgres'
    ? openPostgresReader(database.url, identity)
    : openSqliteReader(database.file, identity, options)
}

/** A locked file is refused; on a server, waits for the writer. Null after an abort. @throws StoreError */
export async function openWriter(
  database: DatabaseSetting,
  identity: StoreIdentity,
  options: WriterOptions,
): Promise<WriterStore | null> {
  if (options.signal.aborted) return null
  if (database.kind === 'postgres') return openPostgresWriter(database.url, identity, options)
  return openSqlite(database.file, identity, undefined, options.replaces)
}

/** For `verify`, whatever the ledger or writer. @throws StoreError for no store, or another schema */
export async function openToCheck(database: DatabaseSetting) {
  return database.kind === 'postgres'
    ? { store: await openPostgresToCheck(database.url), checkPages: checkServer }
    : { store: openSqliteToRead(database.file, { current: true }), checkPages: checkFile }
}
