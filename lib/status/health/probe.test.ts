import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SignatureItem } from '@/lib/protocol/rpc/items'
import { indexerOfTest } from '@/lib/testing/of-test'
import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { makeSignatures } from '@/lib/testing/stand-in/fixtures'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import { until } from '@/lib/testing/until'
import { networkAt } from '@/lib/testing/upstream/networks'
import { MODES, type Mode, SimulatedIndexer } from '@/lib/testing/upstream/simulated-indexer'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { IndexerStatus } from '../../api/status'
import { ask } from '../../listing/ask'
import { nowIso } from '../../platform/clock'
import { memory } from '../../upstream/cache/cache'
import type { Network } from '../../upstream/networks/networks'
import { type NetworkChange, onVerdictChange } from './changes'
import { NetworkMonitor } from './network-monitor'
import { statusNow, statusOf } from './probe'

let standIn: StandIn
let network: Network

const clock = virtualTime()

beforeEach(async () => {
  // The interval is read with the configuration, once per process.
  vi.stubEnv('PROBE_SECONDS', '5')
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  standIn = await indexerOfTest()
  network = networkAt(standIn.url)
})

async function passChecks(count: number): Promise<IndexerStatus> {
  for (let round = 0; round < count; round++) {
    await clock.pass(5_000)
    await until(() => statusNow(network).checkedAt === nowIso())
  }
  return statusNow(network, 240)
}

describe('the probe', () => {
  test('nothing is requested before someone reads; then the first check is waited for', async () => {
    expect(standIn.callCount).toBe(0)
    const status = await statusOf(network)
    expect(status).toMatchObject({
      network: network.name,
      verdict: 'ok',
      slot: 418_890_000,
      lag: null,
      intervalSeconds: 5,
    })
    expect(status.samples).toHaveLength(1)
    expect(status.since).toBe(status.checkedAt)
    expect(status.lastOkAt).toBe(status.checkedAt)
    expect(standIn.calls).toEqual({ getIndexerHealth: 1, getIndexerSlot: 1 })
  })

  test('slots that went back are told once, whoever notices it first: an answer that was remembered, or the probe', async () => {
    const latest = () => ask(network, 'getLatestCompressionSignatures', {})
    await latest()
    await statusOf(network)
    standIn.data.slot -= 5_000
    await passChecks(1)
    await latest()
    await until(() => statusNow(network).reset !== null)
    const { reset } = statusNow(network)
    expect(reset).toEqual({ at: nowIso(), from: 418_890_000, to: 418_885_000 })
    await passChecks(5)
    expect(statusNow(network)).toMatchObject({ slot: 418_885_000, reset })

    await latest()
    standIn.data.slot -= 5_000
    await passChecks(5)
    const again = statusNow(network).reset
    expect(again).toMatchObject({ from: 418_885_000, to: 418_880_000 })
    const { evictions } = memory().size()
    const before = evictions.reset
    await latest()
    await until(() => evictions.reset > before)
    expect(statusNow(network).reset).toEqual(again)
  })

  test('a hundred readers at once cost one check', async () => {
    await Promise.all(Array.from({ length: 100 }, () => statusOf(network)))
    expect(standIn.callCount).toBe(2)
  })

  test('goes on by itself and sees the slot move', async () => {
    await statusOf(network)
    standIn.data.slot += 10
    const status = await passChecks(2)
    expect(status.samples).toHaveLength(3)
    expect(status.slot).toBe(418_890_010)
    expect(status.slotMovedAt).not.toBeNull()
    expect(status.slotsPerSecond).toBe(1)
    expect((await statusOf(network, 1)).samples).toHaveLength(1)
    expect((await statusOf(network, 0)).samples).toEqual([])
  })

  test('a recording that may be over is never doubted', () => {
    const indexer = new SimulatedIndexer()
    const monitors = [false, true].map((mayEnd) => new NetworkMonitor(`plays ${mayEnd}`, undefined, mayEnd))
    const doubts = () => monitors.map((monitor) => monitor.status(0).standingSince !== null)
    const check = (mode: Mode) => {
      clock.skip(5_000)
      indexer.mode = mode
      const sample = indexer.check()
      for (const monitor of monitors) monitor.note(sample)
    }
    for (let i = 0; i < 4; i++) check(MODES.follows)
    indexer.chainGoesOn = false
    for (let i = 0; i < 4; i++) check(MODES.pauses)
    expect(doubts()).toEqual([true, false])
  })

  test.each<[string, Fault]>([
    ['500', FAULTS.serverError],
    ['a refused key', FAULTS.unauthorised],
  ])('%s: unreachable since the first of three checks, and ok again when it answers', async (_, fault) => {
    await statusOf(network)
    standIn.fail(fault)
    expect((await passChecks(2)).verdict).toBe('ok')
    const failed = await passChecks(1)
    expect(failed.verdict).toBe('unreachable')
    expect(failed.since).toBe(failed.samples.find(({ says }) => says === 'unreachable')?.at)
    expect(failed.slot).toBe(418_890_000)
    expect(JSON.stringify(failed)).not.toContain(String(standIn.port))
    // It is quoted inside the verdict's sentence.
    expect(failed.samples.at(-1)?.text).toMatch(/^[A-Z].*\.$/)
    standIn.fail(null)
    expect((await passChecks(2)).verdict).toBe('unreachable')
    const back = await passChecks(1)
    expect(back.verdict).toBe('ok')
    expect(Date.parse(back.since ?? '')).toBeGreaterThan(Date.parse(failed.since ?? ''))
  })

  test('429: limited, and the probe keeps the pause', async () => {
    standIn.fail(FAULTS.rateLimited('60'))
    expect((await statusOf(network)).verdict).toBe('limited')
    const calls = standIn.callCount
    expect((await passChecks(11)).verdict).toBe('limited')
    expect(standIn.callCount).toBe(calls)
    await passChecks(1)
    expect(standIn.callCount).toBeGreaterThan(calls)
  })

  test('a hang: an answer within 2 s all the same', async () => {
    standIn.fail(FAULTS.hang)
    const pending = statusOf(network)
    await until(() => standIn.callCount === 2)
    await clock.pass(2_000)
    expect(await pending).toMatchObject({ verdict: 'unknown', since: null, samples: [], checkedAt: null })
    await clock.pass(2_000)
    expect(statusNow(network).verdict).toBe('unreachable')
  })

  test('each listener gets a change once, and none after it stopped', async () => {
    const changes: NetworkChange[] = []
    const other: NetworkChange[] = []
    const stop = onVerdictChange((change) => changes.push(change))
    const stopOther = onVerdictChange((change) => {
      other.push(change)
      throw new Error('its own fault')
    })
    await statusOf(network)
    standIn.fail(FAULTS.reset)
    await passChecks(3)
    stop()
    standIn.fail(null)
    await passChecks(3)
    stopOther()
    expect(changes.map(({ from, to }) => [from, to])).toEqual([
      [null, 'ok'],
      ['ok', 'unreachable'],
    ])
    expect(changes[1]).toMatchObject({
      network: network.name,
      summary: expect.stringContaining('Indexer not responding'),
    })
    expect(other.map(({ to }) => to)).toEqual(['ok', 'unreachable', 'ok'])
  })

  test('operations: what became of the calls, without a word of the address', async () => {
    await statusOf(network)
    standIn.fail(
      { kind: 'error', code: -32_000, message: `I am at ${standIn.url}/key` },
      { methods: ['getIndexerHealth'] },
    )
    await passChecks(3)
    const { operations, windowSeconds } = await statusOf(network)
    expect(windowSeconds).toBe(300)
    expect(operations).toHaveLength(6)
    const [health, slot, owner] = operations
    expect(health).toMatchObject({
      method: 'getIndexerHealth',
      rateLimited: 0,
      last: { outcome: 'rpc_internal' },
      lastError: { outcome: 'rpc_internal', text: 'The indexer returned error -32000.' },
    })
    expect(health?.failed).toBe((health?.calls ?? 0) - 1)
    expect(slot).toMatchObject({ method: 'getIndexerSlot', failed: 0, lastError: null })
    expect([slot?.medianMs, slot?.p95Ms]).toEqual([0, 0])
    expect(owner).toMatchObject({ method: 'getCompressedAccountsByOwner', calls: 1, last: { outcome: 'ok' } })
    expect(JSON.stringify(operations)).not.toContain(String(standIn.port))
    expect((await statusOf(network, 0)).operations).toEqual([])
  })
})

describe('the age of the head', () => {
  const signatures = (secondsAgo: number) => [
    {
      ...(makeSignatures(1)[0] as SignatureItem),
      slot: 418_889_999,
      blockTime: Math.floor(clock.wall() / 1_000) - secondsAgo,
    },
  ]

  /** Requests for a single signature, for its time: canaries and readers request more. */
  const signatureRequests = () => {
    return standIn.requests.filter(({ params }) => (params as { limit?: number } | undefined)?.limit === 1).length
  }

  test('comes from a signature that the probe asks for along with its second check', async () => {
    standIn.data.latest = signatures(30)
    expect((await statusOf(network)).headAge).toBeNull()
    expect(standIn.calls.getLatestCompressionSignatures).toBeUndefined()
    const { headAge } = await passChecks(2)
    expect(headAge?.anchor.slot).toBe(418_889_999)
    expect(Math.abs((headAge?.seconds ?? 0) - 39.6)).toBeLessThanOrEqual(headAge?.errorSeconds ?? 0)
    expect(headAge?.errorSeconds).toBeLessThan(3)
    await passChecks(10)
    expect(signatureRequests()).toBe(1)
  })

  test('or from the answers that readers get, and costs nothing then', async () => {
    standIn.data.latest = signatures(5)
    await ask(network, 'getLatestCompressionSignatures', {})
    expect((await statusOf(network)).headAge).not.toBeNull()
    await passChecks(10)
    expect(signatureRequests()).toBe(0)
  })

  test('is not told without a time, nor of a slot that was not seen', async () => {
    standIn.data.latest = [{ ...(makeSignatures(1)[0] as SignatureItem), slot: 418_889_999, blockTime: 0 }]
    await statusOf(network)
    expect((await passChecks(5)).headAge).toBeNull()
    standIn.data.latest = signatures(5)
    standIn.data.slot += 100
    expect((await passChecks(4)).headAge).not.toBeNull()
    standIn.fail(FAULTS.reset)
    expect((await passChecks(3)).verdict).toBe('unreachable')
    expect(statusNow(network).headAge).toBeNull()
  })
})
