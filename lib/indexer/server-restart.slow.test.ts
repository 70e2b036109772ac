import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { killRunning, startIndexer } from '@/lib/testing/indexer/indexer-process'
import { PASSWORD, POSTGRES_BIN, startPostgres } from '@/lib/testing/indexer/postgres'
import { freePort } from '@/scripts/free-port.mjs'

afterEach(killRunning)

it.skipIf(POSTGRES_BIN === null)(
  'a PostgreSQL server that crashes for a while: the indexers live, say so, and go on by themselves',
  { timeout: 120_000 },
  async () => {
    const server = await startPostgres()
    try {
      const url = await server.freshDatabase()
      const env = { LEDGER: 'sandbox', SLOT_MS: '50', DATABASE_URL: url }
      const ports = [await freePort(), await freePort()]
      const [writer, standby] = await Promise.all(
        ports.map((port) => startIndexer({ ...env, INDEXER_PORT: String(port) })),
      )
      if (!writer || !standby) throw new Error('not started')
      expect([await writer.ready, await standby.ready]).toEqual(['ready', 'ready'])
      const ask = async (port: number | undefined, method: string) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method })
        const headers = { 'content-type': 'application/json' }
        return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).json()
      }
      const metrics = async (port: number | undefined) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      const moving = async () => {
        const { result } = await ask(ports[0], 'getIndexerSlot')
        await vi.waitFor(
          async () => expect((await ask(ports[0], 'getIndexerSlot')).result).toBeGreaterThan(result),
          20_000,
        )
        return result as number
      }
      const before = await moving()

      await server.crash()
      for (const port of ports) {
        expect(await ask(port, 'getIndexerHealth')).toHaveProperty('error')
        expect((await fetch(`http://127.0.0.1:${port}/readiness`)).status).toBe(500)
        // Whoever is on call must see something.
        expect(await metrics(port)).toMatch(/^explorer_ingest_writer /m)
      }
      await setTimeout(3000)
      await server.start()

      expect(await moving()).toBeGreaterThanOrEqual(before)
      await vi.waitFor(async () => {
        const writers = await Promise.all(ports.map((port) => metrics(port)))
        expect(writers.filter((text) => /^explorer_ingest_writer 1$/m.test(text))).toHaveLength(1)
      }, 20_000)
      for (const { child, ended } of [writer, standby]) {
        child.kill('SIGTERM')
        expect(await ended).toBe(0)
      }
      for (const said of [writer.output(), standby.output()]) expect(said).not.toContain(PASSWORD)
      expect(writer.output() + standby.output()).toMatch(/ingestion stopped.*database/)
    } finally {
      await server.stop()
    }
  },
)
