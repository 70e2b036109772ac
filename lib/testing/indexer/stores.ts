import { afterAll, beforeAll, describe } from 'vitest'
import { openPostgresWriter } from '@/lib/indexer/store/postgres/open'
import { openSqlite } from '@/lib/indexer/store/sqlite/open'
import type { Store, StoreIdentity } from '@/lib/indexer/store/store'
import { POSTGRES_BIN, type PostgresServer, startPostgres } from './postgres'

const IDENTITY: StoreIdentity = { ledger: 'test', programIds: {} }

/** Makes empty stores of one kind. A test need not close them. */
export interface StoreKind {
  name: 'SQLite' | 'PostgreSQL'
  newStore(): Promise<Store>
}

/** No test uses as many at a time: the oldest ones give their connections back. */
const OPEN = 20

/**
 * The same tests on each database. With `slow`, those on PostgreSQL run only where a `*.slow.test.ts` imports the file.
 */
export function describeStores(title: string, tests: (kind: StoreKind) => void, { slow = false } = {}): void {
  describe(`${title} on SQLite`, () =>
    tests({ name: 'SQLite', newStore: async () => openSqlite(':memory:', IDENTITY) }))
  if (slow && process.env.SUITE !== 'slow') return
  describe.skipIf(POSTGRES_BIN === null)(`${title} on PostgreSQL`, () => {
    let server: PostgresServer
    let url = ''
    let made = 0
    const open: Store[] = []
    beforeAll(async () => {
      server = await startPostgres()
      url = await server.freshDatabase()
    }, 60_000)
    afterAll(async () => {
      for (const store of open) await store.close()
      await server.stop()
    })
    tests({
      name: 'PostgreSQL',
      // A schema each: made much sooner than a database.
      async newStore() {
        const schema = `s${made++}`
        await server.query(`CREATE SCHEMA ${schema}`, url)
        const of = `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`
        const store = await openPostgresWriter(of, IDENTITY, {
          signal: new AbortController().signal,
          onStandby: () => undefined,
        })
        if (!store) throw new Error('no store')
        open.push(store)
        if (open.length > OPEN) await open.shift()?.close()
        return store
      },
    })
  })
}
