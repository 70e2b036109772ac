// The embedded indexer over ten million live accounts in SQLite: great-store.mjs says what is measured. `--accounts N` makes a
// smaller store; `--keep FOLDER` leaves it there, and takes it from there the next time.
import fs from 'node:fs'
import path from 'node:path'
import { buildIndexer } from '../scripts/bundle.mjs'
import { ACCOUNTS, made, measure } from './great-store.mjs'
import { bundled, withTemporaryFolder } from './processes.mjs'

export const title =
  'ten million accounts in SQLite: pages at any depth, questions while blocks are written, memory, disk'

/** While the store is made and measured, with a good margin. */
const BYTES_PER_ACCOUNT = 2_000

/** What statfs(2) calls a file system that is kept in memory. */
const TMPFS = 0x01021994

export async function run({ accounts = ACCOUNTS, keep = null } = {}) {
  await buildIndexer()
  const { writeStore } = await bundled('made-store')
  const use = async (folder) => {
    const file = path.join(folder, 'store.sqlite')
    const isThere = fs.existsSync(file)
    const seconds = isThere
      ? null
      : await made(folder, accounts, BYTES_PER_ACCOUNT, (shape) => writeStore(folder, shape))
    const bytes = fs.statSync(file).size
    const isInMemory = fs.statfsSync(folder).type === TMPFS
    const notes = isInMemory ? ['The store lay in memory (tmpfs): no page came from a disk.'] : []
    return measure({
      accounts,
      seconds,
      bytes,
      ledger: path.join(folder, 'ledger'),
      databaseUrl: `file:${file}`,
      notes,
    })
  }
  if (keep === null) return withTemporaryFolder(use)
  fs.mkdirSync(keep, { recursive: true })
  return use(path.resolve(keep))
}
