import { beforeEach, describe, expect, test, vi } from 'vitest'
import { indexerOfTest } from '@/lib/testing/of-test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import { until } from '@/lib/testing/until'
import { networkAt, onlyIndexer } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { Answer } from '../../api/answer'
import type { Problem } from '../../api/problem'
import { ask, prepareRequest } from '../../listing/ask'
import { limits } from '../../rpc-client/limits'
import { RatePlan } from '../../rpc-client/rate-plan'
import { checkIndexer } from '../../status/health/check'
import { endProbe, statusOf } from '../../status/health/probe'
import { answerTo } from '../ask'
import type { Network } from '../networks/networks'
import { upstreamOf } from './indexers'

/* Cache, gate, breaker, admission and plan together, over real loopback servers. The clock is fixed unless moved. */

const clock = virtualTime()
const OWNER = addressOf('owner')
let standIn: StandIn
let network: Network

beforeEach(async () => {
  limits().retryPauseMs = 0
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  standIn = await indexerOfTest({ accounts: makeAccounts(OWNER, 120), latest: makeSignatures(50) })
  network = networkAt(standIn.url)
})

const skip = (ms: number) => clock.skip(ms)
const received = (calls: number) => until(() => standIn.callCount === calls)
const owners = (count: number) => Array.from({ length: count }, (_, i) => addressOf(`owner ${i}`))
const list = (owner = OWNER, more: object = {}) => ask(network, 'getCompressedAccountsByOwner', { owner, ...more })

async function outcomes(pending: Promise<Answer<'getCompressedAccountsByOwner'>>[]) {
  const settled = await Promise.allSettled(pending)
  const problems = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.problem as Problem] : []))
  return { answers: settled.length - problems.length, problems }
}

test('of five questions that fail within five seconds one is asked twice', async () => {
  standIn.fail(FAULTS.serverError)
  for (const owner of owners(5)) await outcomes([list(owner)])
  expect(standIn.callCount).toBe(6)
})

describe('an indexer that hangs', () => {
  test('the probe is asked past breaker and queue', async () => {
    standIn.fail(FAULTS.hang, { methods: ['getCompressedAccountsByOwner'] })
    const waiting = outcomes(owners(40).map((owner) => list(owner)))
    await received(16)
    expect(upstreamOf(onlyIndexer(network)).admission).toMatchObject({ inFlight: 16, queueLength: 24 })
    expect(await checkIndexer(onlyIndexer(network))).toMatchObject({ says: 'ok' })
    const { problems } = await clock.during(waiting, 100)
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['explorer_busy', 'upstream_timeout']))
    expect(upstreamOf(onlyIndexer(network))).toMatchObject({
      breaker: { state: 'open' },
      admission: { inFlight: 0, queueLength: 0 },
    })
    expect(await checkIndexer(onlyIndexer(network))).toMatchObject({ says: 'ok' })
  })
})

describe('while the indexer is down', () => {
  test('Next works from the chunk that its page was cut from', async () => {
    const first = await list(OWNER, { limit: 50 })
    const cursor = first.result.value.cursor
    await standIn.stop()
    skip(60_000)
    const next = await list(OWNER, { limit: 50, cursor })
    expect(next.result.value.items).toHaveLength(50)
    expect(next.meta).toMatchObject({
      state: 'stale',
      reason: 'upstream_unreachable',
      slot: first.meta.slot,
      fetchedAt: first.meta.fetchedAt,
    })
    const again = await list(OWNER, { limit: 50, cursor })
    expect(again.meta).toMatchObject({ state: 'stale', fetchedAt: first.meta.fetchedAt })
  })

  test('asking again does not make an old page younger: after its age on error there is none', async () => {
    await list(OWNER, { limit: 50 })
    await standIn.stop()
    for (let minute = 1; minute <= 9; minute++) {
      skip(60_000)
      expect((await list(OWNER, { limit: 50 })).meta.state).toBe('stale')
    }
    skip(120_000)
    await expect(list(OWNER, { limit: 50 })).rejects.toMatchObject({ problem: { code: 'upstream_unreachable' } })
  })
})

describe('a plan of 10 calls a second', () => {
  test('bounds what the indexer sees, whatever is asked; who waits too long is told', async () => {
    network = networkAt(standIn.url, 'method', new RatePlan(10))
    const { answers, problems } = await clock.during(outcomes(owners(60).map((owner) => list(owner))), 25)
    // Two at once, then one every 125 ms until the others have waited for two seconds.
    expect(answers).toBe(2 + 15)
    expect(standIn.callCount).toBe(answers)
    expect(problems.every(({ code }) => code === 'explorer_busy')).toBe(true)
  })

  test('a refusal cuts the rate', async () => {
    network = networkAt(standIn.url, 'method', new RatePlan(10))
    standIn.fail(FAULTS.rateLimited('1'), { times: 1 })
    await outcomes([list()])
    expect(upstreamOf(onlyIndexer(network)).plan?.rate).toBeCloseTo(5.6)
    expect(upstreamOf(onlyIndexer(network)).gate.remainingMs()).toBeGreaterThan(0)
  })

  test('the probe is paid for, and slows down where the plan is too small for it', async () => {
    const plan = new RatePlan(0.5)
    network = networkAt(standIn.url, 'method', plan)
    expect((await statusOf(network, 0)).intervalSeconds).toBe(20)
    endProbe(network)
    expect(plan.tokens).toBeLessThan(0)
    const pending = outcomes([list()])
    await clock.pass(limits().queueMs)
    expect((await pending).problems).toMatchObject([{ code: 'explorer_busy' }])
    expect(standIn.calls).toEqual({ getIndexerHealth: 1, getIndexerSlot: 1 })
  })

  test('a small one makes answers count as fresh for longer', async () => {
    network = networkAt(standIn.url, 'method', new RatePlan(2))
    await ask(network, 'getLatestCompressionSignatures', {})
    skip(3_000)
    expect((await ask(network, 'getLatestCompressionSignatures', {})).meta.state).toBe('fresh')
    skip(2_000)
    expect((await ask(network, 'getLatestCompressionSignatures', {})).meta.state).toBe('revalidating')
  })
})

describe('what is told of an answer', () => {
  test('how it came and how long it is fresh', async () => {
    const request = prepareRequest(network, 'getCompressedAccountsByOwner', { owner: OWNER })
    const both = await Promise.all([answerTo(request), answerTo(request)])
    expect(both.map(({ via }) => via)).toEqual(['miss', 'collapsed'])
    const hit = await answerTo(request)
    expect(hit.via).toBe('hit')
    expect(hit.ttlMs).toBeGreaterThan(2_000)
    expect(hit.ttlMs).toBeLessThanOrEqual(3_300)
    skip(5_000)
    const stale = await answerTo(request)
    expect(stale.via).toBe('stale')
    expect(stale.ttlMs).toBeLessThan(0)
    expect(stale.answer.meta.state).toBe('revalidating')
    expect(upstreamOf(onlyIndexer(network)).counts.cache.getCompressedAccountsByOwner).toEqual({
      hit: 1,
      stale_swr: 1,
      stale_error: 0,
      miss: 1,
      collapsed: 1,
      negative: 0,
    })
  })

  test('every answer tells the slot, so it need not be asked for', async () => {
    await list()
    expect(await ask(network, 'getIndexerSlot', {})).toMatchObject({ result: 418_890_000, meta: { state: 'fresh' } })
    expect(standIn.calls).toEqual({ getCompressedAccountsByOwner: 1 })
  })
})
