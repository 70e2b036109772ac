import { afterAll, beforeAll, expect, it } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { type PostgresServer, startPostgres } from '@/lib/testing/indexer/postgres'
import { describeWith } from '@/lib/testing/tools'
import { applyBlocks, slotReached } from '../apply'
import { openReader, openWriter } from '../open'
import { storageProblem } from '../storage-problem'
import type { Store, StoreIdentity, WriterStore } from '../store'

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

  it('is heard of in words; readers go on by themselves, and a writer is elected again', async () => {
    const url = await server.freshDatabase()
    const store = await writer(url)
    await applyBlocks(store, EMPTY(7))
    const db = await openReader({ kind: 'postgres', url }, IDENTITY)
    open.push(db)
    await server.crash()
    await lost(store)
    expect(await applyBlocks(store, EMPTY(8)).then(() => null, storageProblem)).toBe(
      'the connection to the database is lost',
    )
    await expect(slotReached(db)).rejects.toThrow('the database takes no connections')
    expect(await writer(url).then(() => null, storageProblem)).toBe('the database takes no connections')
    await server.start()
    expect(await slotReached(db)).toBe(7)
    await applyBlocks(await writer(url), EMPTY(8))
    expect(await slotReached(db)).toBe(8)
  })
})
