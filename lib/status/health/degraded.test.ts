import { beforeEach, describe, expect, test, vi } from 'vitest'
import { indexerOfTest } from '@/lib/testing/of-test'
import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import { until } from '@/lib/testing/until'
import { networkAt, onlyIndexer } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { IndexerStatus } from '../../api/status'
import { ask } from '../../listing/ask'
import { RatePlan } from '../../rpc-client/rate-plan'
import { noteChain } from '../../upstream/chain/genesis'
import { upstreamOf } from '../../upstream/indexer/indexers'
import { noteWrongRow } from '../../upstream/indexer/wrong-rows'
import { type Network, networks } from '../../upstream/networks/networks'
import { CANARY_METHODS } from '../operations/operations'
import { statusNow, statusOf } from './probe'

const OWNER = 'So11111111111111111111111111111111111111112'

let standIn: StandIn
let network: Network

const clock = virtualTime()

beforeEach(async () => {
  vi.stubEnv('PROBE_SECONDS', '5')
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  standIn = await indexerOfTest()
  network = networkAt(standIn.url)
})

async function passChecks(count: number): Promise<IndexerStatus> {
  for (let round = 0; round < count; round++) {
    standIn.data.slot += 12
    const { checkedAt } = statusNow(network)
    // To the moment of the check and no further: calls in flight take no virtual time.
    await clock.runTo(5_000 * Math.floor(clock.monotonic() / 5_000 + 1))
    await until(() => statusNow(network).checkedAt !== checkedAt)
  }
  return statusNow(network, 240)
}

async function readers(...owners: string[]): Promise<void> {
  const requests = owners.map((owner) => ask(network, 'getCompressedAccountsByOwner', { owner }))
  await clock.during(Promise.allSettled(requests))
}

const AN_OLD_SLOT: Fault = {
  kind: 'edit',
  edit: (answer) => answer.replace(/"slot":\d+/, '"slot":418888610'),
}

describe('nobody reads', () => {
  test.each<[string, Fault, RegExp]>([
    [
      'an internal error',
      { kind: 'error', code: -32_603, message: 'Internal error' },
      /fail: The indexer says: Internal error\./,
    ],
    [
      'another kind of host',
      { kind: 'error', code: -32_601, message: 'Method not found' },
      /not an indexer of this interface/,
    ],
    ['an old slot', AN_OLD_SLOT, /answer from up to 1,\d{3} slots below the indexer’s own slot/],
  ])('lists answer with %s: degraded within three checks, and ok three after it is over', async (_, fault, words) => {
    await statusOf(network)
    await passChecks(4)
    standIn.data.signatures['1'.repeat(32)] = []
    standIn.fail(fault, { methods: CANARY_METHODS })
    const first = await passChecks(1)
    expect(first).toMatchObject({ verdict: 'ok', pending: { to: 'degraded', better: false, checks: 1, needed: 3 } })
    expect(first.summary).toMatch(/^Last check says degraded: .*[^.]\. 1 of 3 before alert\.$/)
    const began = first.checkedAt
    await passChecks(1)
    const status = await passChecks(1)
    expect(status).toMatchObject({ verdict: 'degraded', since: began, pending: null })
    expect(status.summary).toMatch(words)
    expect(status.degradations.length).toBeGreaterThanOrEqual(3)
    standIn.fail(null)
    expect((await passChecks(2)).summary).toMatch(/ Recovering: 2 of 3 good checks\.$/)
    expect(await passChecks(1)).toMatchObject({ verdict: 'ok', degradations: [], pending: null })
  })

  test('a 429 to a canary pauses canaries alone', async () => {
    await statusOf(network)
    standIn.fail(FAULTS.rateLimited('60'), { methods: CANARY_METHODS })
    const status = await passChecks(10)
    expect(status).toMatchObject({ verdict: 'ok', degradations: [] })
    expect(status.operations.find(({ last }) => last?.outcome === 'http_429')).toMatchObject({
      failed: 1,
      rateLimited: 1,
    })
    expect(upstreamOf(onlyIndexer(network)).gate.remainingMs()).toBe(0)
    expect(standIn.canaries.getCompressedAccountsByOwner).toBe(1)
    standIn.fail(null)
    await passChecks(4)
    expect(standIn.canaries.getCompressedTokenAccountsByDelegate).toBe(1)
  })

  test('three operations whose canaries got a 429 are a limit, until all but two answer', async () => {
    await statusOf(network)
    standIn.fail(FAULTS.rateLimited('60'), { methods: CANARY_METHODS })
    await passChecks(28)
    const limited = await passChecks(4)
    expect(limited).toMatchObject({ verdict: 'limited', degradations: [], pending: null })
    expect(limited.summary).toMatch(
      /explorer\. It refused get.* and get\w+ \(HTTP 429\)\. Last seen at slot [\d,]+, just now\.$/,
    )
    standIn.fail(null)
    expect((await passChecks(20)).verdict).toBe('ok')
  })

  test.each([
    [0.5, 0],
    [2, 2],
  ])('a plan of %d a second has room for %d canaries of an owner in eight checks', async (perSecond, canaries) => {
    network = networkAt(standIn.url, 'method', new RatePlan(perSecond))
    await statusOf(network)
    expect((await passChecks(8)).verdict).toBe('ok')
    expect(standIn.canaries.getCompressedAccountsByOwner ?? 0).toBe(canaries)
  })

  test('CANARY names what must exist: fewer rows are a failure in those words, and so is "not found"', async () => {
    vi.stubEnv('INDEXER_URL', `named=${standIn.url}`)
    vi.stubEnv('CANARY', `named=owner:${OWNER}=2,named=hash:${hashOf('gone')}=1`)
    network = networks()[0] as Network
    await statusOf(network)
    const status = await passChecks(4)
    expect(status.verdict).toBe('degraded')
    expect(status.summary).toContain('getCompressedAccountsByOwner fails: 0 rows where at least 2 are expected.')
    const signatures = signaturesIn(await passChecks(4))
    expect(signatures).toMatchObject({ last: { outcome: 'rpc_not_found', failed: true, canary: false } })
    expect(signatures?.lastError?.text).toBe('0 rows where at least 1 are expected.')
  })

  test('newest signatures, or rows of CANARY, that were there and are gone: degraded in words of their own', async () => {
    vi.stubEnv('INDEXER_URL', `named=${standIn.url}`)
    vi.stubEnv('CANARY', `named=owner:${OWNER}=2`)
    network = networks()[0] as Network
    standIn.data.accounts = makeAccounts(OWNER, 3)
    standIn.data.latest = makeSignatures(3).map((row) => ({ ...row, blockTime: 0 }))
    await statusOf(network)
    await passChecks(6)
    standIn.data.accounts = []
    standIn.data.latest = []
    const { verdict, summary } = await passChecks(8)
    expect(verdict).toBe('degraded')
    for (const method of ['getCompressedAccountsByOwner', 'getLatestCompressionSignatures'])
      expect(summary).toContain(`${method} has no rows any more, though it had some on this chain.`)
  })

  test('an empty list is none that was emptied on another chain', async () => {
    standIn.data.latest = makeSignatures(3).map((row) => ({ ...row, blockTime: 0 }))
    noteChain(network.name, hashOf('one'))
    await statusOf(network)
    await passChecks(6)
    standIn.data.latest = []
    noteChain(network.name, hashOf('another'))
    expect(await passChecks(12)).toMatchObject({ verdict: 'ok', degradations: [] })
  })

  test('an operation that a setting leaves out is neither asked nor missed, and who asks for it is told', async () => {
    vi.stubEnv('INDEXER_URL', `named=${standIn.url}`)
    vi.stubEnv('CANARY', '')
    vi.stubEnv('OPERATIONS_ABSENT', 'getLatestCompressionSignatures')
    network = networks()[0] as Network
    standIn.fail(FAULTS.serverError, { methods: ['getLatestCompressionSignatures'] })
    await statusOf(network)
    const { verdict, operations } = await passChecks(12)
    expect(verdict).toBe('ok')
    expect(operations.filter(({ absent }) => absent).map(({ method, calls }) => [method, calls])).toEqual([
      ['getLatestCompressionSignatures', 0],
    ])
    const asked = clock.during(ask(network, 'getLatestCompressionSignatures', {}))
    await expect(asked).rejects.toMatchObject({ problem: { code: 'not_offered', status: 501 } })
    expect(standIn.calls.getLatestCompressionSignatures).toBeUndefined()
    expect(standIn.canaries.getCompressionSignaturesForAccount).toBeGreaterThan(1)
  })

  test('"not found" is a good answer about what exists nowhere', async () => {
    await statusOf(network)
    const status = await passChecks(8)
    expect(status.verdict).toBe('ok')
    expect(signaturesIn(status)).toMatchObject({
      failed: 0,
      last: { outcome: 'rpc_not_found', failed: false, canary: true },
      lastError: null,
    })
  })
})

function signaturesIn({ operations }: IndexerStatus) {
  return operations.find(({ method }) => method === 'getCompressionSignaturesForAccount')
}

describe('readers', () => {
  test('who were shown three accounts that do not match their hashes', async () => {
    await statusOf(network)
    for (const seed of ['a', 'b']) noteWrongRow(network.name, hashOf(seed))
    expect((await passChecks(3)).verdict).toBe('ok')
    noteWrongRow(network.name, hashOf('c'))
    const status = await passChecks(3)
    expect(status).toMatchObject({ verdict: 'degraded', degradations: [{ kind: 'wrong rows', hashes: 3 }] })
    expect(status.summary).toContain('3 accounts in its answers do not match their hashes.')
    expect((await passChecks(60)).verdict).toBe('ok')
  })

  test('whose calls the breaker stops are never beside a green verdict', async () => {
    await statusOf(network)
    await passChecks(1)
    standIn.fail(FAULTS.serverError, { methods: CANARY_METHODS })
    for (let check = 0; check < 4; check++) {
      await readers(...Array.from({ length: 12 }, (_, i) => addressOf(String(i))))
      await passChecks(1)
    }
    expect(upstreamOf(onlyIndexer(network)).breaker.state).toBe('open')
    expect(statusNow(network).verdict).toBe('degraded')
    standIn.fail(null)
    expect((await passChecks(4)).verdict).toBe('ok')
    expect(upstreamOf(onlyIndexer(network)).breaker.state).toBe('closed')
  })

  test('one of them with a question that always fails: canaries say that the operation is well', async () => {
    await statusOf(network)
    standIn.fail(FAULTS.serverError, { only: ({ owner }) => owner === OWNER })
    for (let check = 0; check < 12; check++) {
      await readers(OWNER)
      expect((await passChecks(1)).samples.at(-1)?.says).toBe('ok')
    }
  })
})
