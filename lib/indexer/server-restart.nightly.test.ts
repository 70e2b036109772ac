import { afterEach, expect, onTestFinished } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { killRunning, startIndexer } from '@/lib/testing/indexer/indexer-process'
import { PASSWORD, startPostgres } from '@/lib/testing/indexer/postgres'
import { testWith } from '@/lib/testing/tools'
import { freePort } from '@/scripts/free-port.mjs'

afterEach(killRunning)

testWith(
  'postgres',
  'a PostgreSQL server that crashes for a while: the indexers live, say so, and go on by themselves',
  async () => {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const url = await server.freshDatabase()
    const env = { LEDGER: 'sandbox', SLOT_MS: '50', DATABASE_URL: url }
    const ports = [await freePort(), await freePort()]
    const indexers = await Promise.all(ports.map((port) => startIndexer({ ...env, INDEXER_PORT: String(port) })))
    for (const { ready } of indexers) expect(await ready).toBe('ready')
    const ask = async (port: number | undefined, method: string) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method })
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).json()
    }
    const metrics = async (port: number | undefined) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const readiness = async (port: number | undefined) => (await fetch(`http://127.0.0.1:${port}/readiness`)).status
    const moving = async () => {
      let slot = 0
      await comes(async () => {
        slot = (await ask(ports[0], 'getIndexerSlot')).result
        expect(slot).toBeGreaterThan(0)
      })
      await comes(async () => expect((await ask(ports[0], 'getIndexerSlot')).result).toBeGreaterThan(slot))
      return slot
    }
    const before = await moving()

    await server.crash()
    for (const port of ports) {
      expect(await ask(port, 'getIndexerHealth')).toHaveProperty('error')
      expect(await readiness(port)).toBe(500)
      expect(await metrics(port)).toMatch(/^leafscan_ingest_writer /m)
      await comes(async () => expect(await metrics(port)).toContain('\nleafscan_store_reachable 0\n'))
      // Photon's wording.
      expect((await ask(port, 'getIndexerSlot')).error).toEqual({ code: -32000, message: 'Internal server error' })
    }
    // Long enough for one of them to try to write and report why it cannot.
    await comes(async () => expect(indexers.map(({ output }) => output()).join('')).toMatch(STOPPED))
    for (const { output } of indexers) {
      await comes(async () => expect(output()).toMatch(/^The store does not answer: /m))
    }
    await server.start()

    expect(await moving()).toBeGreaterThanOrEqual(before)
    for (const port of ports)
      await comes(async () => expect(await metrics(port)).toContain('\nleafscan_store_reachable 1\n'))
    await comes(async () => {
      const writers = await Promise.all(ports.map((port) => metrics(port)))
      expect(writers.filter((text) => /^leafscan_ingest_writer 1$/m.test(text))).toHaveLength(1)
    })
    for (const { child, ended } of indexers) {
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    }
    for (const { output } of indexers) {
      expect(output()).not.toContain(PASSWORD)
      expect(output().match(/"msg":"the store does not answer","reason":"[^"]*database/g)).toHaveLength(1)
      expect(output().match(/^The store does not answer: /gm)).toHaveLength(1)
      expect(output()).toMatch(/^The store answers again, after \d+ s$/m)
    }
  },
)

const STOPPED = /ingestion stopped.*database/
