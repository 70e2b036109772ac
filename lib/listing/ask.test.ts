import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import { type StandIn, type StandInData, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { until } from '@/lib/testing/until'
import { networkAt, onlyIndexer } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import { ProblemError } from '../api/problem'
import { stringifyJson } from '../protocol/rpc/json'
import { limits } from '../rpc-client/limits'
import { checkIndexer } from '../status/health/check'
import { memory } from '../upstream/cache/cache'
import type { Network } from '../upstream/networks/networks'
import { snapshotOf } from '../upstream/snapshot'
import { ask } from './ask'

const clock = virtualTime()
const open: StandIn[] = []

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  limits().retryPauseMs = 0
})

afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.stop()))
})

async function standInWith(data: Partial<StandInData> = {}): Promise<{ standIn: StandIn; network: Network }> {
  const standIn = await startStandIn(data)
  open.push(standIn)
  return { standIn, network: networkAt(standIn.url) }
}

function problemOf(promise: Promise<unknown>) {
  return promise.then(
    () => {
      throw new Error('expected a problem')
    },
    (error: unknown) => {
      if (error instanceof ProblemError) return error.problem
      throw error
    },
  )
}

const landed = () => until(() => memory().size().inFlight === 0)

test('a search does not fail because the indexer closed the idle connection that it was sent on', async () => {
  const { standIn, network } = await standInWith({ accounts: makeAccounts(addressOf('searched'), 2) })
  await ask(network, 'getIndexerSlot', {})
  standIn.script('getCompressedAccountsByOwner', FAULTS.reset)
  const { result } = await ask(network, 'getCompressedAccountsByOwner', { owner: addressOf('searched') }, 'search')
  expect(result.value.items).toHaveLength(2)
})

describe('one question of many readers', () => {
  test('asked at once by fifty: one call, one answer', async () => {
    const { standIn, network } = await standInWith()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(network, 'getIndexerSlot', {})))
    expect(standIn.callCount).toBe(1)
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatchObject({
      result: 418_890_000,
      meta: { slot: 418_890_000, state: 'fresh', complete: null, network: network.name },
    })
  })

  test('asked again while fresh: no call; afterwards the old answer at once, and one call behind it', async () => {
    const { standIn, network } = await standInWith()
    await ask(network, 'getIndexerSlot', {})
    await ask(network, 'getIndexerSlot', {})
    expect(standIn.callCount).toBe(1)
    clock.skip(1_100)
    standIn.data.slot++
    const old = await Promise.all([ask(network, 'getIndexerSlot', {}), ask(network, 'getIndexerSlot', {})])
    expect(old[0]).toMatchObject({ result: 418_890_000, meta: { state: 'revalidating' } })
    expect(old[0]?.meta).not.toHaveProperty('reason')
    expect(old[1]).toBe(old[0])
    await landed()
    const answer = await ask(network, 'getIndexerSlot', {})
    expect(answer).toMatchObject({ result: 418_890_001, meta: { state: 'fresh' } })
    expect(standIn.callCount).toBe(2)
  })

  test('a failure reaches all who wait and is not remembered', async () => {
    const { standIn, network } = await standInWith()
    standIn.fail(FAULTS.internal)
    const problems = await Promise.all(Array.from({ length: 10 }, () => problemOf(ask(network, 'getIndexerSlot', {}))))
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['upstream_error']))
    expect(standIn.callCount).toBe(2)
    standIn.fail(null)
    await ask(network, 'getIndexerSlot', {})
    expect(standIn.callCount).toBe(3)
  })

  test('the order of members does not make another question, the case of base58 does', async () => {
    const { standIn, network } = await standInWith()
    const owner = addressOf('owner')
    await ask(network, 'getCompressedAccountsByOwner', { owner, limit: 50 })
    await ask(network, 'getCompressedAccountsByOwner', { limit: 50, cursor: null, owner })
    await ask(network, 'getCompressedAccountsByOwner', { owner })
    expect(standIn.callCount).toBe(1)
    const [a, b] = ['11111111111111111111111111111111', '1111111111111111111111111111111A']
    expect(a).not.toBe(b)
    const lower = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'
    const swapped = 'CTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'
    await ask(network, 'getCompressedAccountsByOwner', { owner: lower })
    await ask(network, 'getCompressedAccountsByOwner', { owner: swapped })
    expect(standIn.callCount).toBe(3)
  })
})

describe('answers', () => {
  test('integers leave whole: wire form of every u64', async () => {
    const owner = addressOf('owner')
    const [account] = makeAccounts(owner, 1)
    if (!account?.data) throw new Error('fixture')
    const accounts = [
      {
        ...account,
        lamports: 9007199254740993n,
        seq: null,
        data: { ...account.data, discriminator: 18446744073709551615n },
      },
    ]
    const { network } = await standInWith({ accounts })
    const text = stringifyJson(await ask(network, 'getCompressedAccountsByOwner', { owner }))
    expect(text).toContain('"lamports":9007199254740993')
    expect(text).toContain('"discriminator":18446744073709551615')
    expect(text).toContain('"seq":null')
  })

  test('signatures of an account come in one piece, so they are complete', async () => {
    const hash = hashOf('account')
    const { network } = await standInWith({ signatures: { [hash]: makeSignatures(2) } })
    const { result, meta } = await ask(network, 'getCompressionSignaturesForAccount', { hash })
    expect(result.value.items).toHaveLength(2)
    expect(meta).toMatchObject({ complete: true, slot: 418_890_000 })
  })

  test('an unknown hash is a problem of its own, remembered for a moment', async () => {
    const { standIn, network } = await standInWith()
    const unknownHash = () => problemOf(ask(network, 'getCompressionSignaturesForAccount', { hash: hashOf('nobody') }))
    expect(await unknownHash()).toMatchObject({ code: 'not_found', status: 404, retryable: false })
    await unknownHash()
    expect(standIn.callCount).toBe(1)
  })

  test('a lag is the answer of health, with its number, while lists go on', async () => {
    const { network } = await standInWith({ lag: 57 })
    expect(await problemOf(ask(network, 'getIndexerHealth', {}))).toMatchObject({
      code: 'indexer_behind',
      lag: 57,
      status: 503,
    })
    expect((await ask(network, 'getLatestCompressionSignatures', {})).result.value.items).toEqual([])
  })

  test('wrong params cost no call', async () => {
    const { standIn, network } = await standInWith()
    expect(await problemOf(ask(network, 'getCompressedAccountsByOwner', { owner: '0OIl' }))).toMatchObject({
      status: 400,
      invalid: [{ name: 'owner' }],
    })
    expect(standIn.callCount).toBe(0)
  })
})

describe('a failing indexer', () => {
  test('500 once, then an answer: two calls, an answer', async () => {
    const { standIn, network } = await standInWith()
    standIn.fail(FAULTS.serverError, { times: 1 })
    expect((await ask(network, 'getIndexerSlot', {})).result).toBe(418_890_000)
    expect(standIn.callCount).toBe(2)
  })

  test.each([
    ['500', FAULTS.serverError, 'upstream_error', 2],
    ['HTML', FAULTS.html, 'upstream_error', 2],
    ['truncated JSON', FAULTS.truncatedJson, 'bad_upstream_response', 2],
    ['a broken off answer', FAULTS.cut, 'bad_upstream_response', 2],
    ['a reset', FAULTS.reset, 'upstream_unreachable', 2],
    ['a wrong shape', FAULTS.wrongShape, 'schema_mismatch', 1],
    ['an internal error', FAULTS.internal, 'upstream_error', 2],
  ] as const)('%s: its problem, in bounded calls', async (_, fault, code, calls) => {
    const { standIn, network } = await standInWith()
    standIn.fail(fault)
    expect(await problemOf(ask(network, 'getCompressedAccountsByOwner', { owner: addressOf('owner') }))).toMatchObject({
      code,
    })
    expect(standIn.callCount).toBe(calls)
    standIn.fail(null)
    expect((await ask(network, 'getCompressedAccountsByOwner', { owner: addressOf('owner') })).meta.complete).toBe(true)
  })

  test('429: silence until the pause is over, then one call', async () => {
    const { standIn, network } = await standInWith()
    standIn.fail(FAULTS.rateLimited('1'))
    const first = await problemOf(ask(network, 'getIndexerSlot', {}))
    expect(first).toMatchObject({ code: 'upstream_rate_limited', status: 503, retryAfterMs: 1_000 })
    standIn.fail(null)
    for (const leftMs of [1_000, 600, 200]) {
      const again = await problemOf(ask(network, 'getIndexerSlot', {}))
      expect(again).toMatchObject({ code: 'upstream_rate_limited', retryAfterMs: leftMs })
      clock.skip(400)
    }
    expect(standIn.callCount).toBe(1)
    await ask(network, 'getIndexerSlot', {})
    expect(standIn.callCount).toBe(2)
  })

  test('a hang: given up after at most 8 s and three calls; then no call until one may try', async () => {
    const { standIn, network } = await standInWith()
    standIn.fail(FAULTS.hang)
    const pending = Promise.all([
      problemOf(ask(network, 'getIndexerSlot', {})),
      problemOf(ask(network, 'getCompressedAccountsByOwner', { owner: addressOf('owner') })),
    ])
    for (const calls of [2, 3]) {
      await until(() => standIn.callCount === calls)
      await clock.pass(limits().attemptMs)
    }
    const problems = await pending
    expect(problems.map(({ code, status }) => [code, status])).toEqual([
      ['upstream_timeout', 504],
      ['upstream_timeout', 504],
    ])
    // The second attempts share a budget: with so few calls there is one of them.
    expect(standIn.callCount).toBe(3)
    expect(snapshotOf(onlyIndexer(network))).toMatchObject({ breaker: 'open', inFlight: 0, queueLength: 0 })
    standIn.fail(null)
    for (const leftMs of [5_000, 3_000, 1_000]) {
      const refused = await problemOf(ask(network, 'getIndexerSlot', {}))
      expect(refused).toMatchObject({ code: 'upstream_timeout', status: 503, retryAfterMs: leftMs })
      clock.skip(2_000)
    }
    expect(standIn.callCount).toBe(3)
    expect((await ask(network, 'getIndexerSlot', {})).result).toBe(418_890_000)
    expect(snapshotOf(onlyIndexer(network)).breaker).toBe('closed')
  })

  test('a refused key: silence at once, and the health probe brings about the trial', async () => {
    const { standIn, network } = await standInWith()
    standIn.fail(FAULTS.unauthorised)
    expect(await problemOf(ask(network, 'getIndexerSlot', {}))).toMatchObject({ code: 'upstream_auth', status: 502 })
    expect(await problemOf(ask(network, 'getIndexerSlot', {}))).toMatchObject({ code: 'upstream_auth', status: 503 })
    expect(standIn.callCount).toBe(1)
    await checkIndexer(onlyIndexer(network))
    standIn.fail(null)
    await checkIndexer(onlyIndexer(network))
    expect(snapshotOf(onlyIndexer(network)).breaker).toBe('half-open')
    expect((await ask(network, 'getLatestCompressionSignatures', {})).meta.state).toBe('fresh')
    expect(snapshotOf(onlyIndexer(network)).breaker).toBe('closed')
  })

  test('stopped and started again', async () => {
    const { standIn, network } = await standInWith()
    await standIn.stop()
    expect(await problemOf(ask(network, 'getIndexerSlot', {}))).toMatchObject({
      code: 'upstream_unreachable',
      status: 503,
      retryAfterMs: 5_000,
    })
    await standIn.start()
    expect((await ask(network, 'getIndexerSlot', {})).result).toBe(418_890_000)
  })
})
