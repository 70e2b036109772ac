import { afterEach, beforeEach, expect, test } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { HttpProxy } from '@/lib/testing/stand-in/http-proxy'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { type Leafscan, spawnLeafscan, startLeafscan } from '@/lib/testing/world/leafscan'

/* Real processes that reach the network through a proxy only. Each client by itself: way.test.ts. */

let indexer: StandIn
let proxy: HttpProxy
let leafscan: Leafscan | undefined

beforeEach(async () => {
  indexer = await startStandIn()
  proxy = await HttpProxy.start(Number(new URL(indexer.url).port))
})

afterEach(async () => {
  await leafscan?.stop()
  leafscan = undefined
  await proxy.stop()
  await indexer.stop()
})

const env = () => {
  const url = proxy.url.replace('//', '//me:KEY@')
  // Node's own switch sends requests to this machine through the proxy too.
  return { HTTP_PROXY: url, HTTPS_PROXY: url, NODE_USE_ENV_PROXY: '1' }
}

test('an explorer starts, answers through the proxy, and names it at the start without its credentials', async () => {
  leafscan = await startLeafscan({
    ...env(),
    INDEXER_URL: 'far=http://indexer.invalid',
    CHAIN_URL: 'far=https://node.invalid',
    HEARTBEAT_URL: 'http://beat.invalid/ping',
    ALERT_WEBHOOK: 'https://hooks.invalid/x',
  })
  const answer = await fetch(`${leafscan.url}/api/v1/getIndexerSlot`)
  expect(answer.status).toBe(200)
  const hosts = () => new Set(proxy.asked.map((line) => line.replace(/^(POST http:\/\/|CONNECT )([^/:]+).*$/, '$2')))
  await comes(() => {
    for (const host of ['indexer', 'node', 'beat']) expect(hosts()).toContain(`${host}.invalid`)
  })
  expect(hosts()).not.toContain('127.0.0.1')
  expect(leafscan.output()).toContain(`requests to http URLs go through the HTTP proxy ${proxy.place} (HTTP_PROXY)`)
  expect(leafscan.output()).toContain(`requests to https URLs go through the HTTP proxy ${proxy.place} (HTTPS_PROXY)`)
  expect(leafscan.output()).not.toContain('KEY')
})

test('the embedded indexer asks its nodes through the proxy, and says when that refuses', async () => {
  proxy.refuses = 407
  leafscan = await spawnLeafscan({ ...env(), LEDGER: 'http://node.invalid:8899' })
  await comes(() => expect(leafscan?.output()).toContain('The HTTP proxy wants other credentials (HTTP 407)'))
  expect(new Set(proxy.asked)).toEqual(new Set(['POST http://node.invalid:8899/']))
})
