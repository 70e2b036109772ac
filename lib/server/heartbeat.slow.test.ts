import { execFileSync } from 'node:child_process'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { until } from '@/lib/testing/until'
import { type Leafscan, startLeafscan } from '@/lib/testing/world/leafscan'

/* The dead man's switch of a real explorer: it says that it lives at each interval, and nothing once it was killed. */

const INTERVAL_MS = 1_000
let indexer: StandIn
let explorer: Leafscan
let server: http.Server
let got: { path: string; body: { verdict: string; networks: object } }[]

beforeAll(async () => {
  got = []
  indexer = await startStandIn()
  server = http.createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    got.push({ path: request.url ?? '', body: JSON.parse(text) })
    response.end('OK')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  explorer = await startLeafscan({
    INDEXER_URL: `devnet=${indexer.url}`,
    HEARTBEAT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping`,
    PROBE_SECONDS: String(INTERVAL_MS / 1_000),
  })
})

afterAll(async () => {
  await explorer.stop()
  await indexer.stop()
  server.closeAllConnections()
  server.close()
})

test('a heartbeat comes at each interval, and none after a kill -9', async () => {
  await until(() => got.length >= 3)
  expect(got[0]).toMatchObject({ path: '/ping', body: { networks: { devnet: expect.any(String) } } })
  const children = execFileSync('pgrep', ['-P', String(explorer.process.pid)], { encoding: 'utf8' })
  for (const pid of children.trim().split('\n')) process.kill(Number(pid), 'SIGKILL')
  await explorer.ended
  const { length } = got
  // Time itself is what is tested here: as long as three of them would have come.
  await setTimeout(3 * INTERVAL_MS)
  expect(got).toHaveLength(length)
})
