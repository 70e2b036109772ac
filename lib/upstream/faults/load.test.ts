import { expect, test } from 'vitest'
import { limits } from '@/lib/rpc-client/limits'
import { judge, NO_JUDGEMENT } from '@/lib/status/health/verdict'
import type { ClientResponse } from '@/lib/testing/api/client'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { ACCOUNTS, expectProblem, fill } from '@/lib/testing/api/fault-row'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { until } from '@/lib/testing/until'
import { memory } from '@/lib/upstream/cache/cache'

const explorer = explorerPerTest()

let requestCount = 0

function newRequest(cluster = 'near'): Promise<ClientResponse> {
  requestCount++
  return explorer.get(`getCompressionSignaturesForAccount?hash=${hashOf(`unasked ${requestCount}`)}&cluster=${cluster}`)
}

/** facts/reliability.md (b). */
const OPEN_MS = 5_000

const MAX_OPEN_MS = 60_000

test('F07 500 for ever: after ten calls silence, 503 at once with a time to wait, then one trial after longer and longer', async () => {
  fill(explorer)
  const { indexer } = explorer
  indexer.fail(FAULTS.serverError)
  const first = await newRequest()
  expectProblem(first, { status: 502, code: 'upstream_error' })
  for (let i = 0; i < 12; i++) await newRequest()
  expect(indexer.callCount).toBeGreaterThanOrEqual(10)
  expect(indexer.callCount).toBeLessThan(15)
  for (const pause of [OPEN_MS, 2 * OPEN_MS, 4 * OPEN_MS]) {
    const before = indexer.callCount
    for (let i = 0; i < 20; i++) {
      const response = await newRequest()
      expectProblem(response, { status: 503, code: 'upstream_error' })
      const wait = Number(response.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(pause / 1000)
    }
    expect(indexer.callCount).toBe(before)
    explorer.clock.skip(pause + 1)
    await Promise.all(Array.from({ length: 20 }, () => newRequest()))
    expect(indexer.callCount).toBe(before + 1)
  }
  indexer.fail(null)
  explorer.clock.skip(60_000)
  expect((await explorer.get(ACCOUNTS)).status).toBe(200)
  expect((await explorer.get('getIndexerSlot')).status).toBe(200)
})

test('F22 refused again and again: 503 at once without a try, and an answer after the pause once it is back', async () => {
  fill(explorer)
  await explorer.link.down()
  for (let i = 0; i < 12; i++) expectProblem(await newRequest('far'), { status: 503, code: 'upstream_unreachable' })
  await explorer.link.up()
  const response = await newRequest('far')
  expectProblem(response, { status: 503, code: 'upstream_unreachable' })
  expect(explorer.link.connections).toBe(0)
  explorer.clock.skip(OPEN_MS + 1)
  expect((await explorer.get(`${ACCOUNTS}&cluster=far`)).status).toBe(200)
})

test('F40 a minute of one second good and one second bad: at most a tenth more calls, and the verdict does not blink', async () => {
  const { indexer } = explorer
  let requests = 0
  let judgement = NO_JUDGEMENT
  let changes = 0
  for (let second = 0; second < 60; second++) {
    const bad = second % 2 === 1
    indexer.fail(bad ? FAULTS.serverError : null)
    for (let i = 0; i < 5; i++, requests++) {
      const { status } = await newRequest()
      expect([404, 502, 503]).toContain(status)
      explorer.clock.skip(200)
    }
    const at = new Date(second * 1000).toISOString()
    const { verdict } = judgement
    judgement = judge(judgement, {
      at,
      atMs: second * 1000,
      says: bad ? 'unreachable' : 'ok',
      slot: bad ? null : second,
    })
    if (judgement.verdict !== verdict) changes++
  }
  expect(indexer.callCount).toBeLessThanOrEqual(requests * 1.1)
  expect(changes).toBeLessThanOrEqual(2)
  indexer.fail(null)
  explorer.clock.skip(MAX_OPEN_MS + 1)
  expect((await newRequest()).status).toBe(404)
  expect((await newRequest()).status).toBe(404)
})

test('F49 many owners with long lists: at most 64 MiB are remembered, and at most 5,000 answers', async () => {
  const { data } = explorer.indexer
  const items = makeAccounts(addressOf('template'), 300)
  for (let i = 0; i < 200; i++) {
    const owner = addressOf(`owner ${i}`)
    data.accounts = items.map((account) => ({ ...account, owner }))
    expect((await explorer.get(`getCompressedAccountsByOwner?owner=${owner}&limit=1000`)).status).toBe(200)
    expect(memory().size().bytes).toBeLessThanOrEqual(64 * 1024 * 1024)
  }
  const { bytes, entries, inFlight } = memory().size()
  expect(bytes).toBeGreaterThan(32 * 1024 * 1024)
  expect(entries).toBeLessThan(400)
  expect(inFlight).toBe(0)
})

test('F50 300 slow calls at once: 16 under way, 256 waiting, the rest 503 at once; health is answered meanwhile', async () => {
  const { indexer } = explorer
  expect((await explorer.get('health')).status).toBe(200)
  indexer.fail({ kind: 'slow', ms: 40 })
  let refused = 0
  const herd = Promise.all(
    Array.from({ length: 300 }, async () => {
      const response = await newRequest()
      if (response.status === 503) refused++
      return response
    }),
  )
  await explorer.asking(16 + 256)
  await until(() => refused === 300 - 16 - 256)
  expect(indexer.mostAtOnce).toBe(16)
  expect((await explorer.get('health')).status).toBe(200)
  const answers = await explorer.clock.during(herd)
  const shed = answers.filter(({ status }) => status === 503)
  expect(shed).toHaveLength(300 - 16 - 256)
  for (const response of shed) {
    expectProblem(response, { status: 503, code: 'explorer_busy' })
    expect(response.headers.get('retry-after')).toBe('1')
  }
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(16 + 256)
  expect(indexer.mostAtOnce).toBe(16)
})

test('F50 a turn that does not come within the wait is a 503, not a hang', async () => {
  const { indexer } = explorer
  indexer.fail({ kind: 'slow', ms: limits().queueMs + 500 })
  const herd = Promise.all(Array.from({ length: 100 }, () => newRequest()))
  await explorer.asking(100)
  await explorer.received(16)
  await explorer.clock.pass(limits().queueMs)
  await explorer.asking(16)
  const answers = await explorer.clock.during(herd)
  const shed = answers.filter(({ status }) => status === 503)
  expect(shed).toHaveLength(100 - 16)
  for (const response of shed) expectProblem(response, { status: 503, code: 'explorer_busy' })
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(16)
  expect(indexer.callCount).toBe(16)
})
