import { setTimeout } from 'node:timers/promises'
import { base58 } from '@scure/base'
import { afterEach, expect, it } from 'vitest'
import { inFolder, killRunning, startIndexer } from '@/lib/testing/indexer/indexer-process'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { canInject, injecting } from '@/lib/testing/indexer/tracing'
import { freePort } from '@/scripts/free-port.mjs'
import { checkPages } from './store/sqlite/check-pages'
import { openExistingSqlite } from './store/sqlite/open'
import { verify } from './verify/verify'

afterEach(killRunning)

const traced = canInject()
if (!traced) console.log('strace is missing or may not trace here: a full disk under the indexer is not tried')

it.skipIf(!traced)(
  'a disk that is full for a while: the indexer answers, says so everywhere, and goes on',
  { timeout: 90_000 },
  () =>
    inFolder(async (folder) => {
      const port = await freePort()
      const file = `${folder}/store.sqlite`
      const env = { LEDGER: 'sandbox', SLOT_MS: '20', DATABASE_URL: `file:${file}`, INDEXER_PORT: String(port) }
      // In the middle of the first stretch. Each new attempt meets one more, so three make seven seconds.
      const before = injecting('pwrite64:error=ENOSPC:when=9000..9002')
      const { child, ready, ended, output } = await startIndexer(env, { before })
      const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
      const ask = async (method: string, params?: unknown) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
        const headers = { 'content-type': 'application/json' }
        return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).text()
      }
      const slot = async () => Number(/"result":(\d+)/.exec(await ask('getIndexerSlot'))?.[1])
      const readiness = async (status: number) => {
        // It does not listen from the first moment on.
        while ((await get('/readiness').catch(() => null))?.status !== status) await setTimeout(50)
      }

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
      while ((await slot()) <= stoppedAt) await setTimeout(20)
      expect(await (await get('/metrics')).text()).toContain('explorer_store_writable 1\n')
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
      expect(output().match(/ingestion stopped/g)).toHaveLength(1)
      expect(output()).toContain('ingestion goes on')

      const store = openExistingSqlite(file)
      const tokenProgram = base58.decode(PROGRAM_IDS.token)
      expect(await verify({ store, checkPages, tokenProgram, sample: 500, say: () => {} })).toBe(0)
      await store.close()
    }),
)
