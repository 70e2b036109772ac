import fs from 'node:fs'
import path from 'node:path'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { madeRows, type StoreShape } from './made-rows'
import { writePostgres } from './postgres-sink'

export { POSTGRES_BIN, startPostgres } from '@/lib/testing/indexer/postgres'

/** The store that made-store.ts makes, in an empty database of a PostgreSQL server. `ledger` is made, and empty. */
export async function writePostgresStore(url: string, ledger: string, shape: StoreShape): Promise<void> {
  fs.mkdirSync(path.join(ledger, 'transactions'), { recursive: true })
  await writePostgres(url, { ledger, programIds: PROGRAM_IDS }, madeRows(shape))
}
