import http, { type RequestListener } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pageTurns } from '@/lib/server/listener/page-turns'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { portOfTest } from '@/lib/testing/of-test'
import { addressOf, hashOf } from '@/lib/testing/stand-in/fixtures'
import { networkNamed } from '@/lib/upstream/networks/networks'
import { requestContext } from '../platform/request-context'
import { createServer } from '../server/listener/listener'
import { installSiteHooks, minSlotRequest } from './listener-hooks'

/* design.md 4.3. */

const explorer = explorerPerTest()
const OWNER = addressOf('owner')
const HASH = hashOf('one')
const SLOT = 418_890_000

let port: number
let agent: http.Agent
let begun: [url: string, leftMs: number | null][]

const pages: RequestListener = (request, response) => {
  const { slotUntil = null } = requestContext() ?? {}
  begun.push([request.url ?? '', slotUntil === null ? null : slotUntil - explorer.clock.monotonic()])
  response.setHeader('content-type', 'text/html')
  response.end('<html><body>a page</body></html>')
}

beforeEach(async () => {
  installSiteHooks()
  begun = []
  agent = new http.Agent()
  port = await portOfTest(
    createServer({ site: { dev: false, https: false }, host: 'explorer.example', framework: pages }),
  )
})

afterEach(() => agent.destroy())

function read(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    request.on('error', reject)
  })
}

test('three hundred who wait keep nobody from a page, cost one request a second, and have their page in the end', async () => {
  const readers = Array.from({ length: 300 }, () => read(`/owner/${OWNER}?limit=1000&minSlot=${SLOT + 4}`))
  await explorer.received(1)
  expect(await read(`/owner/${OWNER}?limit=1000`)).toBe(200)
  expect([begun.length, pageTurns().large.waiting]).toEqual([1, 0])
  const few = readers.slice(0, 5)
  explorer.clock.after(1_500, () => {
    explorer.indexer.data.slot = SLOT + 4
  })
  await explorer.clock.during(Promise.all(few), 100)
  expect(explorer.indexer.calls.getIndexerSlot).toBe(3)
  await Promise.allSettled(readers)
})

test('a slot that is not reached: the page is made after 5 s, and waits no longer for it', async () => {
  const status = read(`/account/${HASH}?minSlot=${SLOT + 4}`)
  await explorer.received(1)
  await explorer.clock.pass(5_000)
  await status
  expect([explorer.clock.monotonic(), begun]).toEqual([5_000, [[`/account/${HASH}?minSlot=${SLOT + 4}`, 0]]])
})

test('a slot far ahead: the page is made at once', async () => {
  expect(await read(`/latest?minSlot=${SLOT + 400}`)).toBe(200)
  expect([explorer.clock.monotonic(), begun[0]?.[1]]).toEqual([0, 5_000])
})

describe('the slot in an address', () => {
  const near = () => networkNamed('near')

  test.each(['owner', 'wallet', 'delegate'])('/%s/… names it', (page) => {
    const network = near()
    expect(minSlotRequest(`/${page}/${OWNER}?minSlot=7`)).toEqual({ network, minSlot: 7 })
    expect(minSlotRequest(`/${page}/${OWNER}?minSlot=7&cluster=far`)).toEqual({
      network: networkNamed('far'),
      minSlot: 7,
    })
  })

  test.each([
    `/owner/${OWNER}`,
    '/latest?minSlot=',
    '/latest?minSlot=-7',
    '/latest?minSlot=7&cluster=none',
    '/owner/x?minSlot=7',
    '/status?minSlot=7',
    `/tx/x?minSlot=7`,
    '/nothing?minSlot=7',
  ])('%s: none is waited for, and no call is made', (target) => {
    expect(minSlotRequest(target)).toBeNull()
    expect(explorer.indexer.callCount).toBe(0)
  })
})
