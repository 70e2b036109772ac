import { base58 } from '@scure/base'
import { afterEach, expect } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { inFolder, killRunning, startIndexer } from '@/lib/testing/indexer/indexer-process'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { injecting } from '@/lib/testing/indexer/tracing'
import { testWith } from '@/lib/testing/tools'
import { freePort } from '@/scripts/free-port.mjs'
import { verify } from './check/verify/verify'
import { checkPages } from './store/sqlite/check-pages'
import { openExistingSqlite } from './store/sqlite/open'

afterEach(killRunning)

testWith('strace', 'a disk that is full for a while: the indexer answers, says so everywhere, and goes on', () =>
  inFolder(async (folder) => {
    const port = await freePort()
    const file = `${folder}/store.sqlite`
    const env = { LEDGER: 'sandbox', SLOT_MS: '20', DATABASE_URL: `file:${file}`, INDEXER_PORT: String(port) }
    // In the middle of the first segment. Each new attempt meets one more, so three make seven seconds.
    const before = injecting('pwrite64:error=ENOSPC:when=9000..9002')
    const { child, ready, ended, output } = await startIndexer(env, { before })
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    const ask = async (method: string, params?: unknown) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).text()
    }
    const slot = async () => Number(/"result":(\d+)/.exec(await ask('getIndexerSlot'))?.[1])
    // It does not listen from the first moment on.
    const readiness = (status: number) =>
      comes(async () => expect((await get('/readiness').catch(() => null))?.status).toBe(status))

    await readiness(500)
    expect(await (await get('/readiness')).text()).toContain('Ingestion stopped: the disk is full')
    expect(await ask('getIndexerHealth')).toContain('Ingestion stopped: the disk is full')
    expect(await (await get('/metrics')).text()).toContain('explorer_store_writable 0\n')
    expect((await get('/liveness')).status).toBe(200)
    const stoppedAt = await slot()
    expect(stoppedAt).toBeGreaterThan(0)
    expect(await ask('getLatestCompressionSignatures', { limit: 1 })).toContain('"signature":')

    await readiness(200)
    expect(await ready).toBe('ready')
    await comes(async () => expect(await slot()).toBeGreaterThan(stoppedAt))
    expect(await (await get('/metrics')).text()).toContain('explorer_store_writable 1\n')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output().match(/ingestion stopped/g)).toHaveLength(1)
    expect(output()).toContain('ingestion goes on')

    const store = openExistingSqlite(file)
    const tokenProgram = base58.decode(PROGRAM_IDS.token)
    expect(await verify({ store, checkPages, tokenProgram, sample: 500, print: () => {} })).toBe(0)
    await store.close()
  }),
)
