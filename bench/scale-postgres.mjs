// The same as scale.mjs on PostgreSQL: a server of its own, in a folder of its own.
import fs from 'node:fs'
import path from 'node:path'
import { buildIndexer } from '../scripts/bundle.mjs'
import { ACCOUNTS, made, measure } from './great-store.mjs'
import { bundled, withTemporaryFolder } from './processes.mjs'

export const title =
  'ten million accounts in PostgreSQL: pages at any depth, questions while blocks are written, memory, disk'

/** While the store is made and measured, with a good margin. */
const BYTES_PER_ACCOUNT = 3_500

/** Commits wait for the disk, as they do in real life; the rest is what a server of this size is usually given. */
const SETTINGS = ['fsync=on', 'shared_buffers=2GB', 'max_wal_size=4GB', 'wal_level=minimal', 'max_wal_senders=0']

/** The server has a process for each connection. */
const CONNECTIONS = "SELECT pid FROM pg_stat_activity WHERE application_name = 'leafscan'"

export async function run({ accounts = ACCOUNTS } = {}) {
  await buildIndexer()
  const { POSTGRES_BIN, startPostgres, writePostgresStore } = await bundled('made-postgres')
  if (POSTGRES_BIN === null) return { tables: [], skipped: 'PostgreSQL is missing (apt-get install postgresql).' }
  return withTemporaryFolder(async (folder) => {
    const server = await startPostgres(SETTINGS)
    // An interrupted run leaves no server behind.
    const end = () => {
      server.crash()
      fs.rmSync(server.folder, { recursive: true, force: true })
    }
    process.once('exit', end)
    try {
      const [databaseUrl, ledger] = [await server.freshDatabase(), path.join(folder, 'ledger')]
      const write = (shape) => writePostgresStore(databaseUrl, ledger, shape)
      const seconds = await made(folder, accounts, BYTES_PER_ACCOUNT, write)
      const [{ bytes }] = await server.query('SELECT pg_database_size(current_database()) AS bytes', databaseUrl)
      const [{ version }] = await server.query('SHOW server_version')
      const notes = [`PostgreSQL ${version ?? ''} on the same machine, with ${SETTINGS.join(', ')}.`]
      const serverPids = async () => (await server.query(CONNECTIONS)).map(({ pid }) => pid)
      return await measure({ accounts, seconds, bytes: Number(bytes), ledger, databaseUrl, notes, serverPids })
    } finally {
      process.off('exit', end)
      await server.stop()
    }
  })
}
