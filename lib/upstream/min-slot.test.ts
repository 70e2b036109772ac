import { beforeEach, describe, expect, test, vi } from 'vitest'
import { indexerOfTest } from '@/lib/testing/of-test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import { until } from '@/lib/testing/until'
import { networkAt, networkOf } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import { type Problem, ProblemError } from '../api/problem'
import { ask } from '../listing/ask'
import { FIRST_PAGE } from '../listing/cursor/cursor'
import { walkList } from '../listing/read/walk'
import type { ListMethod, MethodName, Params } from '../protocol/rpc/methods'
import { limits } from '../rpc-client/limits'
import { RatePlan } from '../rpc-client/rate-plan'
import { slotReached, slotWaitDeadline } from './min-slot'
import type { Network } from './networks/networks'

/* design.md 4.4. */

const clock = virtualTime()
const OWNER = addressOf('owner')
const HASH = hashOf('one')
const SLOT = 1_000

let standIn: StandIn
let network: Network

beforeEach(async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  limits().retryPauseMs = 0
  standIn = await indexerOfTest({
    slot: SLOT,
    accounts: makeAccounts(OWNER, 30),
    latest: makeSignatures(5),
    signatures: { [HASH]: makeSignatures(1) },
  })
  network = networkAt(standIn.url)
})

const REQUESTS: { [M in MethodName]: Params<M> } = {
  getIndexerHealth: {},
  getIndexerSlot: {},
  getCompressedAccountsByOwner: { owner: OWNER },
  getCompressedTokenAccountsByDelegate: { delegate: OWNER },
  getCompressionSignaturesForAccount: { hash: HASH },
  getLatestCompressionSignatures: {},
}

const METHODS = Object.keys(REQUESTS) as MethodName[]

function from(method: MethodName, minSlot: number) {
  return ask(network, method, { ...REQUESTS[method], minSlot })
}

const owners = (minSlot: number) => from('getCompressedAccountsByOwner', minSlot)

async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ProblemError) return error.problem
    throw error
  }
  throw new Error('expected a problem')
}

const calls = (method: MethodName) => standIn.calls[method] ?? 0

describe('an answer from a slot on', () => {
  test.each(METHODS)('%s: at once where the slot is reached', async (method) => {
    const { meta } = await from(method, SLOT)
    expect(meta.state).toBe('fresh')
    if (method !== 'getIndexerHealth') expect(meta.slot).toBe(SLOT)
    expect(clock.monotonic()).toBe(0)
  })

  test.each(METHODS)('%s: a copy from before is not served, however fresh; one from the slot on is', async (method) => {
    await ask(network, method, REQUESTS[method])
    standIn.data.slot = SLOT + 3
    const answer = await clock.during(from(method, SLOT + 2))
    if (method !== 'getIndexerHealth') expect(answer.meta.slot).toBe(SLOT + 3)
    const before = standIn.callCount
    await from(method, SLOT + 3)
    await ask(network, method, REQUESTS[method])
    expect(standIn.callCount).toBe(before)
  })

  test('is waited for, and comes as soon as the indexer is there', async () => {
    const answer = owners(SLOT + 5)
    clock.after(2_500, () => {
      standIn.data.slot = SLOT + 5
    })
    const { meta } = await clock.during(answer, 100)
    expect(meta.slot).toBe(SLOT + 5)
    expect(clock.monotonic()).toBeGreaterThan(2_500)
    expect(clock.monotonic()).toBeLessThan(4_000)
    expect(calls('getCompressedAccountsByOwner')).toBe(1)
  })

  test('is waited for 5 s and no longer; then the problem names both slots and when to come again', async () => {
    const problem = await clock.during(problemOf(owners(SLOT + 15)), 100)
    expect(problem).toMatchObject({ code: 'slot_not_reached', status: 503, minSlot: SLOT + 15, slot: SLOT })
    expect(problem).toMatchObject({ retryable: true, retryAfterMs: 6_000 })
    expect(problem.detail).toBe('This request needs slot 1,015 or later. The indexer is at slot 1,000.')
    expect(clock.monotonic()).toBe(5_000)
    expect(calls('getCompressedAccountsByOwner')).toBe(0)
  })

  test('is not waited for more than 15 slots ahead', async () => {
    expect((await problemOf(owners(SLOT + 16))).code).toBe('slot_not_reached')
    expect((await problemOf(owners(Number.MAX_SAFE_INTEGER))).retryAfterMs).toBe(60_000)
    expect([clock.monotonic(), calls('getIndexerSlot')]).toEqual([0, 1])
  })

  test('more than 15 slots ahead of a slot that was seen long ago, the indexer is asked where it is', async () => {
    await owners(SLOT)
    clock.skip(60_000)
    standIn.data.slot = SLOT + 150
    expect((await owners(SLOT + 140)).meta.slot).toBe(SLOT + 150)
  })

  test('is never one that an earlier reader’s request is about to bring', async () => {
    await ask(network, 'getIndexerSlot', {})
    const early = ask(network, 'getCompressedAccountsByOwner', { owner: OWNER })
    await until(() => calls('getCompressedAccountsByOwner') === 1)
    standIn.data.slot = SLOT + 2
    const late = await clock.during(owners(SLOT + 2))
    expect([(await early).meta.slot, late.meta.slot]).toEqual([SLOT, SLOT + 2])
    expect(calls('getCompressedAccountsByOwner')).toBe(2)
  })

  test('of a sorted list and of a page deep in a list is not made of chunks from before', async () => {
    const params = { owner: OWNER, sort: '-slot', limit: 10 }
    const first = await ask(network, 'getCompressedAccountsByOwner', params)
    const cursor = first.result.value.cursor
    await ask(network, 'getCompressedAccountsByOwner', { ...params, cursor })
    standIn.data.slot = SLOT + 1
    const next = await clock.during(
      ask(network, 'getCompressedAccountsByOwner', { ...params, cursor, minSlot: SLOT + 1 }),
    )
    expect(next.meta.slot).toBe(SLOT + 1)
  })

  test('stands while the indexer is down, where a copy from the slot on is there; else its failure is the answer', async () => {
    await owners(SLOT)
    clock.skip(60_000)
    standIn.fail(FAULTS.internal)
    const { meta } = await clock.during(owners(SLOT), 100)
    expect(meta).toMatchObject({ slot: SLOT, state: 'stale' })
    const problem = await clock.during(problemOf(owners(SLOT + 1)), 100)
    expect(problem.code).toBe('upstream_error')
  })

  test('is judged by its own slot where the indexer does not tell its slot', async () => {
    standIn.fail(FAULTS.internal, { methods: ['getIndexerSlot'] })
    expect((await owners(SLOT)).meta.slot).toBe(SLOT)
    const problem = await clock.during(problemOf(owners(SLOT + 100)), 100)
    expect(problem).toMatchObject({ code: 'slot_not_reached', slot: SLOT })
  })

  test('says of an unknown hash only what the indexer says at that slot', async () => {
    const unknown = { hash: hashOf('two') }
    const method = 'getCompressionSignaturesForAccount'
    expect((await problemOf(ask(network, method, unknown))).code).toBe('not_found')
    Object.assign(standIn.data, { slot: SLOT + 1, signatures: { [unknown.hash]: makeSignatures(1) } })
    const answer = await clock.during(ask(network, method, { ...unknown, minSlot: SLOT + 1 }))
    expect(answer.result.value.items).toHaveLength(1)
  })
})

describe('of two indexers', () => {
  let ahead: StandIn

  beforeEach(async () => {
    ahead = await indexerOfTest({ ...standIn.data, slot: SLOT + 30 })
    network = networkOf([standIn.url, ahead.url])
  })

  test.each(METHODS)('%s: whichever has reached the slot answers', async (method) => {
    const { meta } = await from(method, SLOT + 25)
    if (method !== 'getIndexerHealth') expect(meta.slot).toBe(SLOT + 30)
    expect([standIn.calls[method] ?? 0, ahead.calls[method]]).toEqual(method === 'getIndexerSlot' ? [1, 2] : [0, 1])
  })

  test('one that fails does not hide how far the other is', async () => {
    standIn.fail(FAULTS.internal)
    expect((await owners(SLOT + 25)).meta.slot).toBe(SLOT + 30)
    expect(await problemOf(owners(SLOT + 60))).toMatchObject({ code: 'slot_not_reached', slot: SLOT + 30 })
  })
})

describe('many who wait', () => {
  test('cost one request for the slot a second, and one for each of their questions', async () => {
    const readers = Array.from({ length: 200 }, (_, i) => owners(SLOT + 1 + (i % 10)))
    clock.after(3_500, () => {
      standIn.data.slot = SLOT + 10
    })
    const answers = await clock.during(Promise.all(readers), 100)
    expect(answers.every(({ meta }) => meta.slot === SLOT + 10)).toBe(true)
    expect(calls('getIndexerSlot')).toBe(5)
    expect(calls('getCompressedAccountsByOwner')).toBe(1)
  })

  test('take half of a small plan', async () => {
    network = networkAt(standIn.url, 'method', new RatePlan(1))
    const problems = Promise.all(Array.from({ length: 50 }, () => problemOf(owners(SLOT + 5))))
    expect(new Set((await clock.during(problems, 100)).map(({ code }) => code))).toEqual(new Set(['slot_not_reached']))
    expect(calls('getIndexerSlot')).toBeLessThanOrEqual(3)
  })

  test('go on at once with a slot that somebody else’s answer names', async () => {
    await ask(network, 'getIndexerSlot', {})
    standIn.data.slot = SLOT + 1
    await from('getLatestCompressionSignatures', 0)
    await slotReached(network, SLOT + 1, slotWaitDeadline())
    expect(calls('getIndexerSlot')).toBe(1)
  })
})

test('no row of an export is older, and a file that comes to an older answer ends there', async () => {
  const method: ListMethod = 'getCompressedAccountsByOwner'
  standIn.data.accounts = makeAccounts(OWNER, 1_500)
  limits().walkPauseMs = 0
  const walk = walkList(network, method, { owner: OWNER }, FIRST_PAGE, 0, new AbortController().signal, SLOT)
  const first = await walk.next()
  expect(first.value).toMatchObject({ slot: SLOT })
  standIn.data.slot = SLOT - 5
  const end = await clock.during(walk.next(), 100)
  expect(end).toMatchObject({ done: true, value: { complete: false, problem: { code: 'slot_not_reached' } } })
})
