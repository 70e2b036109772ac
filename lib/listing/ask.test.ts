import { beforeEach, describe, expect, test, vi } from 'vitest'
import { standInWith } from '@/lib/testing/of-test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import { until } from '@/lib/testing/until'
import { onlyIndexer } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import { ProblemError } from '../api/problem'
import { limits } from '../rpc-client/limits'
import { upstreamOf } from '../upstream/indexer/indexers'
import { ask } from './ask'

const clock = virtualTime()

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  limits().retryPauseMs = 0
})

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

test('a search does not fail because the indexer closed the idle connection that it was sent on', async () => {
  const { standIn, network } = await standInWith({ accounts: makeAccounts(addressOf('searched'), 2) })
  await ask(network, 'getIndexerSlot', {})
  standIn.script('getCompressedAccountsByOwner', FAULTS.reset)
  const { result } = await ask(network, 'getCompressedAccountsByOwner', { owner: addressOf('searched') }, 'search')
  expect(result.value.items).toHaveLength(2)
})

describe('answers', () => {
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
})

describe('a failing indexer', () => {
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
    // The retry budget allows one retry for so few calls.
    expect(standIn.callCount).toBe(3)
    expect(upstreamOf(onlyIndexer(network))).toMatchObject({
      breaker: { state: 'open' },
      admission: { inFlight: 0, queueLength: 0 },
    })
    standIn.fail(null)
    for (const leftMs of [5_000, 3_000, 1_000]) {
      const refused = await problemOf(ask(network, 'getIndexerSlot', {}))
      expect(refused).toMatchObject({ code: 'upstream_timeout', status: 503, retryAfterMs: leftMs })
      clock.skip(2_000)
    }
    expect(standIn.callCount).toBe(3)
    expect((await ask(network, 'getIndexerSlot', {})).result).toBe(418_890_000)
    expect(upstreamOf(onlyIndexer(network)).breaker.state).toBe('closed')
  })
})
