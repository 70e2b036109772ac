import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { type Leafscan, startLeafscan } from '@/lib/testing/world/leafscan'
import { freePort } from '@/scripts/free-port.mjs'
import { kill } from './kill'

const root = path.resolve(import.meta.dirname, '../../..')

const CURSOR_KEY = 'the key of three explorers'

export const OWNER = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

export interface Explorers {
  indexer: StandIn
  urls: string[]
  kill(index: number): Promise<void>
  stop(index: number): Promise<void>
  restart(index: number): Promise<void>
  stopAll(): Promise<void>
}

export async function startThreeExplorers(env: Record<string, string> = {}): Promise<Explorers> {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the build failed:\n${stderr}`)
  const indexer = await startStandIn({ accounts: makeAccounts(OWNER, 120), latest: makeSignatures(500) })
  const ports = [await freePort(), await freePort(), await freePort()]
  const start = (port: number | undefined) =>
    startLeafscan({ INDEXER_URL: `test=${indexer.url}`, PROBE_SECONDS: '60', CURSOR_KEY, PORT: String(port), ...env })
  const running: (Leafscan | null)[] = await Promise.all(ports.map(start))
  const stop = async (index: number) => {
    await running[index]?.stop()
    running[index] = null
  }
  return {
    indexer,
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    stop,
    async kill(index) {
      const lost = running[index]
      running[index] = null
      if (!lost) throw new Error('it does not run')
      await kill(lost)
    },
    async restart(index) {
      running[index] = await start(ports[index])
    },
    async stopAll() {
      await Promise.all(running.map((_, index) => stop(index)))
      await indexer.stop()
    },
  }
}
