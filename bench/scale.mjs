// The embedded indexer over ten million live accounts in SQLite: great-store.mjs says what is measured. `--accounts N` makes a
// smaller store; `--keep FOLDER` leaves it there, and takes it from there the next time.
import fs from 'node:fs'
import path from 'node:path'
import { buildIndexer } from '../scripts/bundle.mjs'
import { ACCOUNTS, assertRoom, bundled, measure, SEED, timed } from './great-store.mjs'
import { withTemporaryFolder } from './processes.mjs'

export const title =
  'ten million accounts in SQLite: pages at any depth, questions while blocks are written, memory, disk'

/** While the store is made and measured, with a good margin. */
const BYTES_PER_ACCOUNT = 2_000

/** What statfs(2) calls a file system that is kept in memory. */
const TMPFS = 0x01021994

export async function run({ accounts = ACCOUNTS, keep = null } = {}) {
  await buildIndexer()
  const { shapeOf, writeStore } = await bundled('made-store')
  const use = async (folder) => {
    const file = path.join(folder, 'store.sqlite')
    let seconds = null
    if (!fs.existsSync(file)) {
      assertRoom(folder, accounts, BYTES_PER_ACCOUNT)
      seconds = await timed(() => writeStore(folder, shapeOf(accounts, SEED)))
    }
    const bytes = fs.statSync(file).size
    const notes =
      fs.statfsSync(folder).type === TMPFS ? ['The store lay in memory (tmpfs): no page came from a disk.'] : []
    const ledger = path.join(folder, 'ledger')
    return measure({ accounts, seconds, bytes, ledger, databaseUrl: `file:${file}`, file, notes })
  }
  if (keep === null) return withTemporaryFolder(use)
  const folder = path.resolve(keep)
  fs.mkdirSync(folder, { recursive: true })
  return use(folder)
}
