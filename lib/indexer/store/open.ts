import type { DatabaseSetting } from '@/lib/environment'
import { openSqlite, openSqliteReader } from './sqlite/open'
import type { Store, StoreIdentity, WriterOptions, WriterStore } from './store'

/*
 * The way to a store: one process has the right to write, any number of them answer from it.
 */

/**
 * The store for answering: it never writes.
 * @throws StoreMissing when there is nothing to read yet; StoreError when it belongs to another ledger or is of a newer
 *   schema.
 */
export async function openReader(database: DatabaseSetting, identity: StoreIdentity): Promise<Store> {
  return openSqliteReader(database.file, identity)
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
  return openSqlite(database.file, identity)
}
