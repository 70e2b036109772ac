import { afterAll, beforeAll, expect, it } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { type PostgresServer, startPostgres } from '@/lib/testing/indexer/postgres'
import { describeWith } from '@/lib/testing/tools'
import { applyBlocks } from '../apply'
import { openWriter } from '../open'
import type { Store, StoreIdentity, WriterStore } from '../store'

/* A server that crashes under its writer and a standby; under whole indexers: server-restart.slow.test.ts. */

const IDENTITY: StoreIdentity = { ledger: 'ledger one', programIds: {} }
const EMPTY = (slot: number) => [{ slot, blockTime: 0, transactions: [] }]

describeWith('postgres', 'a server that crashes and comes back', () => {
  let server: PostgresServer
  const open: Store[] = []
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(async () => {
    for (const store of open) await store.close()
    await server.stop()
  })

  async function writer(url: string, onStandby = () => {}): Promise<WriterStore> {
    const { signal } = new AbortController()
    const store = await openWriter({ kind: 'postgres', url }, IDENTITY, { signal, onStandby })
    if (!store) throw new Error('given up')
    open.push(store)
    return store
  }

  const lost = (store: WriterStore) => comes(() => expect(store.lost.aborted).toBe(true))

  it('whoever stands by for the right to write waits for it', async () => {
    const url = await server.freshDatabase()
    const first = await writer(url)
    let second: Promise<WriterStore> | null = null
    await new Promise<void>((resolve) => {
      second = writer(url, resolve)
    })
    await server.crash()
    await lost(first)
    await server.start()
    await applyBlocks((await second) ?? first, EMPTY(4))
  })
})
