import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { networkAt, onlyIndexer } from '@/lib/testing/upstream/networks'
import { MODES, SimulatedIndexer } from '@/lib/testing/upstream/simulated-indexer'
import { virtualTime } from '@/lib/testing/virtual-time'
import { RatePlan } from '../../rpc-client/rate-plan'
import type { Network } from '../../upstream/networks/networks'
import { Probe } from './probe'

/* design.md 4.2, PROBE_SECONDS. Virtual time. */

const SECOND = 1_000
const MINUTE = 60 * SECOND

const clock = virtualTime()
let indexer: SimulatedIndexer
let probe: Probe
/** Seconds. */
let checks: number[]
let signatures: number[]

function probing(network: Network): void {
  probe = new Probe(onlyIndexer(network), {
    async sample() {
      checks.push(clock.monotonic() / SECOND)
      return indexer.check()
    },
    operations: async () => [],
    async learnBlockTime() {
      signatures.push(clock.monotonic() / SECOND)
    },
  })
}

beforeEach(() => {
  vi.stubEnv('PROBE_SECONDS', '')
  indexer = new SimulatedIndexer()
  checks = []
  signatures = []
  probing(networkAt('http://indexer.example'))
})

afterEach(() => {
  probe.end()
  vi.unstubAllEnvs()
})

async function goOn(ms: number, readEveryMs: number | null = null): Promise<void> {
  const end = clock.monotonic() + ms
  while (readEveryMs !== null && clock.monotonic() + readEveryMs <= end) {
    probe.noteClient()
    probe.status()
    await clock.runTo(clock.monotonic() + readEveryMs)
  }
  await clock.runTo(end)
}

function closest(times: readonly number[]): number {
  return Math.min(...times.slice(1).map((time, i) => time - (times[i] ?? 0)))
}

describe('a probe', () => {
  test('checks once a minute while nobody watches, and asks for a signature with every sixth check at most', async () => {
    probe.start()
    await goOn(30 * MINUTE)
    expect(checks).toEqual(Array.from({ length: 31 }, (_, i) => 60 * i))
    expect(signatures).toEqual([60, 420, 780, 1_140, 1_500])
  })

  test('fifty open pages: each question once in 5 s at most, the signature once in 30 s', async () => {
    await goOn(10 * MINUTE, 100)
    expect(checks).toHaveLength(121)
    expect(closest(checks)).toBe(5)
    expect(closest(signatures)).toBeGreaterThanOrEqual(30)
  })

  test('checks again at once when the first reader comes, and slows down a minute after the last', async () => {
    probe.start()
    await goOn(3 * MINUTE + 20 * SECOND)
    probe.noteClient()
    expect(checks).toEqual([0, 60, 120, 180, 200])
    await goOn(5 * MINUTE)
    expect(checks.slice(4, 17)).toEqual(Array.from({ length: 13 }, (_, i) => 200 + 5 * i))
    expect(checks.slice(17)).toEqual([320, 380, 440, 500])
  })

  test('a reader who comes shortly after a check is not made to wait for the next minute', async () => {
    probe.start()
    await goOn(2 * SECOND)
    probe.noteClient()
    await goOn(4 * SECOND)
    expect(checks).toEqual([0, 5])
  })

  test('settles a doubt at once: a failure is certain after 10 s more, not after two minutes', async () => {
    probe.start()
    await goOn(90 * SECOND)
    indexer.mode = MODES.refuses
    await goOn(5 * MINUTE)
    expect(checks.slice(0, 8)).toEqual([0, 60, 120, 125, 130, 190, 250, 310])
    expect(probe.status(0)).toMatchObject({ verdict: 'unreachable' })
    indexer.mode = MODES.follows
    await goOn(2 * MINUTE)
    expect(checks.slice(8)).toEqual([370, 430, 435, 440, 500])
    expect(probe.status(0)).toMatchObject({ verdict: 'ok' })
  })

  test('a slot that stands while nobody watches is frozen with the third check of it, and is then left alone', async () => {
    probe.start()
    await goOn(60 * SECOND)
    indexer.mode = MODES.pauses
    indexer.chainGoesOn = false
    await goOn(5 * MINUTE)
    expect(checks).toEqual([0, 60, 120, 125, 185, 245, 305])
    expect(probe.status(0)).toMatchObject({ verdict: 'frozen', standstill: 'chain' })
  })

  test('asks for no signature while the slot stands', async () => {
    await goOn(MINUTE, SECOND)
    indexer.mode = MODES.pauses
    await goOn(MINUTE, SECOND)
    const before = signatures.length
    await goOn(10 * MINUTE, SECOND)
    expect(signatures).toHaveLength(before)
  })

  test('keeps to a plan, watched or in doubt', async () => {
    probing(networkAt('http://indexer.example', 'method', new RatePlan(0.5)))
    await goOn(5 * MINUTE, SECOND)
    expect(closest(checks)).toBe(20)
    expect(closest(signatures)).toBeGreaterThanOrEqual(120)
    indexer.mode = MODES.refuses
    await goOn(5 * MINUTE)
    expect(closest(checks)).toBe(20)
  })
})
