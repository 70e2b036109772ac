import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { startIndexer } from '@/lib/testing/indexer/indexer-process'
import { freePort } from '@/scripts/free-port.mjs'

/** The embedded indexer itself, behind a door that can be shut: what a reader sees when it fails for a while. */
export interface FlakyIndexer {
  /** What the explorer is given as INDEXER_URL. */
  url: string
  /** The indexer past the door: it always answers. */
  directUrl: string
  /** Which requests fail from now on: all of them, all by a refusal for a second, those that continue a listing, none. */
  fail(which: Failing): void
  stop(): Promise<void>
}

type Failing = 'all' | 'limited' | 'continued' | 'none'

/** @param env what the indexer follows, and how fast. */
export async function startFlakyIndexer(env: Record<string, string>): Promise<FlakyIndexer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'leafscan-flaky-'))
  const port = await freePort()
  const indexer = await startIndexer({ DATA_DIR: folder, INDEXER_PORT: String(port), ...env })
  if ((await indexer.ready) === 'ended') throw new Error(`the indexer ended:\n${indexer.output()}`)
  const directUrl = `http://127.0.0.1:${port}`
  let failing: Failing = 'none'
  const door = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString('utf8')
      if (failing === 'limited') {
        response.writeHead(429, { 'content-type': 'text/plain', 'retry-after': '1' }).end('too many')
        return
      }
      if (failing === 'all' || (failing === 'continued' && body.includes('"cursor"'))) {
        response.writeHead(500, { 'content-type': 'text/plain' }).end('out of order')
        return
      }
      const answer = await fetch(directUrl + request.url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    directUrl,
    fail(which) {
      failing = which
    },
    async stop() {
      door.close()
      door.closeAllConnections()
      indexer.child.kill('SIGTERM')
      await indexer.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
