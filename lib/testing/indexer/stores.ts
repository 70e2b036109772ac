import { afterAll, beforeAll, describe } from 'vitest'
import { openPostgresWriter } from '@/lib/indexer/store/postgres/open'
import { openSqlite } from '@/lib/indexer/store/sqlite/open'
import type { Store, StoreIdentity } from '@/lib/indexer/store/store'
import { SUITE } from '@/lib/testing/suite'
import { describeWith } from '@/lib/testing/tools'
import { sharedPostgres } from './shared-postgres'

const IDENTITY: StoreIdentity = { ledger: 'test', programIds: {} }

export interface StoreKind {
  name: 'SQLite' | 'PostgreSQL'
  newStore(): Promise<Store>
}

/** No test uses as many at a time: the oldest ones return their connections. */
const OPEN = 20

export type OnPostgres = 'at every commit' | 'in the gate' | 'in both'

export function describeStores(title: string, onPostgres: OnPostgres, tests: (kind: StoreKind) => void): void {
  const quick = SUITE === 'quick'
  if (quick) describeSqlite(title, tests)
  if (onPostgres === 'in both' || quick === (onPostgres === 'at every commit')) describePostgres(title, tests)
}

function describeSqlite(title: string, tests: (kind: StoreKind) => void): void {
  describe(`${title} on SQLite`, () =>
    tests({ name: 'SQLite', newStore: async () => openSqlite(':memory:', IDENTITY) }))
}

function describePostgres(title: string, tests: (kind: StoreKind) => void): void {
  describeWith('postgres', `${title} on PostgreSQL`, () => {
    const server = sharedPostgres()
    let url = ''
    let made = 0
    const open: Store[] = []
    beforeAll(async () => {
      url = await server.freshDatabase()
    })
    afterAll(async () => {
      for (const store of open) await store.close()
    })
    tests({
      name: 'PostgreSQL',
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
