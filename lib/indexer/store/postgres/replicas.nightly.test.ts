import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import {
  ordinaryUser,
  PASSWORD,
  type PostgresServer,
  startPostgres,
  startReplica,
} from '@/lib/testing/indexer/postgres'
import { sharedPostgres } from '@/lib/testing/indexer/shared-postgres'
import { describeWith, pathOfTool } from '@/lib/testing/tools'
import { freePort } from '@/scripts/free-port.mjs'
import { applyBlocks, slotReached } from '../apply'
import { openReader, openWriter } from '../open'
import { type Store, StoreError, type WriterStore } from '../store'

const IDENTITY = { ledger: 'test', programIds: {} }

const databaseAt = (url: string) => ({ kind: 'postgres', url }) as const
const EMPTY = (slot: number) => [{ slot, blockTime: 0, transactions: [] }]

async function writer(url: string): Promise<WriterStore> {
  const store = await openWriter(databaseAt(url), IDENTITY, {
    signal: new AbortController().signal,
    onStandby: () => undefined,
  })
  if (!store) throw new Error('given up')
  return store
}

const shows = (store: Store, slot: number) => comes(async () => expect(await slotReached(store)).toBe(slot))

describeWith('postgres', 'a replica', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres(['wal_level=replica', 'max_wal_senders=4'])
  })
  afterAll(() => server.stop())

  it('is read while it follows, asked again where it had to choose, and is the one to write to once promoted', async () => {
    const url = await server.freshDatabase()
    const store = await writer(url)
    // The replica does not wait for readers: rows removed at the source are removed at once.
    const replica = await startReplica(server, ['max_standby_streaming_delay=0', 'hot_standby_feedback=off'])
    onTestFinished(() => replica.stop())
    const there = url.replace(String(server.port), String(replica.port))
    await applyBlocks(store, EMPTY(1))
    const lsn = async () => (await server.query('SELECT pg_current_wal_lsn() AS lsn'))[0]?.lsn
    const replayed = (end: unknown) =>
      comes(async () => {
        const [row] = await replica.query(`SELECT pg_last_wal_replay_lsn() >= '${end}' AS there`)
        expect(row?.there).toBe(true)
      })
    await replayed(await lsn())
    const reader = await openReader(databaseAt(there), IDENTITY)
    expect(await slotReached(reader)).toBe(1)

    let attempts = 0
    let end: unknown
    const slots = await reader.read(async (db) => {
      if (attempts++ > 0) {
        await replayed(end)
        return [await slotReached(db), await slotReached(db)]
      }
      await slotReached(db)
      for (let slot = 2; slot <= 40; slot++) await applyBlocks(store, EMPTY(slot))
      await server.query('VACUUM store', url)
      end = await lsn()
      // The replica cancels this transaction as soon as it replays that.
      for (;;) await db.get('SELECT pg_sleep(0.05), slot FROM store')
    })
    expect(attempts).toBe(2)
    expect(slots).toEqual([40, 40])

    let standby = 0
    const next = openWriter(databaseAt(there), IDENTITY, {
      signal: new AbortController().signal,
      onStandby: () => standby++,
    })
    await comes(() => expect(standby).toBe(1))
    await store.close()
    await replica.query('SELECT pg_promote()')
    const promoted = await next
    if (!promoted) throw new Error('given up')
    await applyBlocks(promoted, EMPTY(41))
    await shows(reader, 41)
    await promoted.close()
    await reader.close()
  })
})

async function listens(port: number): Promise<void> {
  const socket = net.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}

describeWith(['postgres', 'pgbouncer'], 'behind a pooler of transactions', () => {
  const server = sharedPostgres()

  it('any number of readers answer, and nobody writes', () =>
    inFolder(async (folder) => {
      const url = await server.freshDatabase()
      const store = await writer(url)
      await applyBlocks(store, EMPTY(7))
      const port = await freePort()
      const { pathname, port: serverPort } = new URL(url)
      const name = pathname.slice(1)
      const lines = [
        '[databases]',
        `${name} = host=127.0.0.1 port=${serverPort} user=leafscan password=${PASSWORD} dbname=${name}`,
        '[pgbouncer]',
        `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any`,
        'pool_mode = transaction\ndefault_pool_size = 2\nmax_client_conn = 100',
      ]
      const config = path.join(folder, 'pgbouncer.ini')
      fs.writeFileSync(config, lines.join('\n'))
      fs.chmodSync(folder, 0o755)
      const child = spawn(pathOfTool('pgbouncer') ?? '', [config], { ...ordinaryUser(), cwd: folder, stdio: 'ignore' })
      try {
        const pooled = `postgres://leafscan@127.0.0.1:${port}/${name}?pooler=true`
        await comes(() => listens(port))
        const readers = await Promise.all([1, 2, 3, 4].map(() => openReader(databaseAt(pooled), IDENTITY)))
        const answers = await Promise.all(
          [...Array(200).keys()].map((i) =>
            readers[i % 4]?.read(async (db) => [await slotReached(db), await slotReached(db)]),
          ),
        )
        expect(new Set(answers.map((slots) => String(slots)))).toEqual(new Set(['7,7']))
        await expect(writer(pooled)).rejects.toThrow(StoreError)
        for (const reader of readers) await reader.close()
      } finally {
        child.kill()
        await once(child, 'exit')
        await store.close()
      }
    }))
})
