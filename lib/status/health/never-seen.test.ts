import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { folderOfTest } from '@/lib/testing/of-test'
import { onlyIndexer } from '@/lib/testing/upstream/networks'
import { forgetProcess } from '@/lib/testing/upstream/new-process'
import { SimulatedIndexer } from '@/lib/testing/upstream/simulated-indexer'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { Degradation, IndexerStatus } from '../../api/status'
import { nowIso } from '../../platform/clock'
import { blockTimesOf } from '../../upstream/indexer/block-times'
import { networkNamed } from '../../upstream/networks/networks'
import { operationsOf } from '../operations/operations'
import { Probe } from './probe'

/* An indexer that calls itself healthy and whose slot moves, checked every 5 s. Only signatures give block times. */

const NETWORK = 'sandbox'
const SECONDS_PER_SLOT = 1 / 2.4

const clock = virtualTime()
let indexer: SimulatedIndexer
let probe: Probe
let wrong: Degradation[]
/** False: nothing shows how old the data are. */
let hasTimes: boolean
/** True: slots go on without signatures. */
let isQuiet: boolean
let signature: { slot: number; seconds: number }

beforeEach(async () => {
  vi.stubEnv('DATA_DIR', folderOfTest())
  vi.stubEnv('INDEXER_URL', `${NETWORK}=http://127.0.0.1:1`)
  vi.stubEnv('PROBE_SECONDS', '5')
  await forgetProcess()
  indexer = new SimulatedIndexer()
  indexer.claimsToBeWell = true
  wrong = []
  hasTimes = true
  isQuiet = false
  startExplorer()
})

afterEach(() => probe.end())

function startExplorer(): void {
  const network = networkNamed(NETWORK)
  if (!network) throw new Error('no network')
  probe = new Probe(onlyIndexer(network), {
    sample: async () => {
      const sample = indexer.check()
      if (hasTimes) learnTimes(sample.slot ?? 0)
      return sample
    },
    operations: async () => wrong,
    learnBlockTime: async () => {},
  })
  probe.start()
}

function learnTimes(slot: number): void {
  if (!isQuiet)
    signature = { slot, seconds: Math.floor(clock.wall() / 1_000 - (indexer.tip - slot) * SECONDS_PER_SLOT) }
  blockTimesOf(NETWORK).learn(slot, [{ slot: signature.slot, blockTime: signature.seconds }])
  const time = new Date(signature.seconds * 1_000).toISOString()
  const network = networkNamed(NETWORK)
  if (network) operationsOf(onlyIndexer(network)).newestSignature = { slot: signature.slot, time, seenAt: nowIso() }
}

async function restartExplorer(): Promise<void> {
  probe.end()
  await forgetProcess()
  await clock.pass(20_000)
  startExplorer()
  await clock.pass(0)
}

async function after(seconds: number): Promise<IndexerStatus> {
  await clock.pass(seconds * 1_000)
  return probe.status(240)
}

test('an indexer that follows is up to date, by the times of its signatures', async () => {
  expect(await after(60)).toMatchObject({ verdict: 'ok', pending: null, degradations: [] })
  expect((await after(5)).summary).toMatch(/^Indexer healthy\. Up to date at slot 418,890,\d{3}\.$/)
})

test('nor by estimation alone, where slots go on without signatures', async () => {
  await after(60)
  isQuiet = true
  const { verdict, headAge, summary } = await after(120)
  expect([verdict, (headAge?.seconds ?? 99) < 10]).toEqual(['ok', true])
  expect(summary).toMatch(/^Indexer healthy\. Slot 418,890,\d{3} moves; newest signature 2 min old\.$/)
})

test('without a time nobody says that it is up to date', async () => {
  hasTimes = false
  await restartExplorer()
  expect((await after(60)).summary).toMatch(/^Indexer healthy at slot 418,890,\d{3}, and moving\.$/)
})

test('an operation fails: degraded within 15 s, a restart leaves it so, and ok 15 s after it is over', async () => {
  await after(60)
  wrong = [{ kind: 'old slot', method: 'getLatestCompressionSignatures', slots: 1_390 }]
  expect(await after(15)).toMatchObject({ verdict: 'degraded', degradations: wrong })
  await restartExplorer()
  expect(await after(0)).toMatchObject({ verdict: 'degraded' })
  wrong = []
  // What was wrong stays named until the verdict ends.
  expect(await after(10)).toMatchObject({ verdict: 'degraded', degradations: [{ kind: 'old slot' }] })
  expect(await after(5)).toMatchObject({ verdict: 'ok', degradations: [] })
})

test('a slot that is set back by 100,000: behind by its distance within 15 s, until it is where it was', async () => {
  await after(60)
  indexer.setBack(100_000)
  const status = await after(15)
  expect(status.verdict).toBe('behind')
  expect(status.summary).toMatch(
    /^Indexer set back at slot 418,790,\d{3}: (99,9\d\d|100,0\d\d) slots below the highest slot seen\.$/,
  )
  expect(status.lag).toBeGreaterThan(99_900)
  expect(status.trend).toBeNull()
  expect(await after(1_800)).toMatchObject({ verdict: 'behind' })
  await restartExplorer()
  expect(await after(30)).toMatchObject({ verdict: 'behind' })
  indexer.catchUp()
  expect(await after(15)).toMatchObject({ verdict: 'ok', lag: null })
})

test('a slot that no chain reaches in the time changes nothing until three checks name it', async () => {
  await after(60)
  for (let check = 0; check < 2; check++) {
    indexer.odd = { does: 'answers', slot: 10 ** 9 }
    const { verdict, slot, samples, summary } = await after(5)
    expect([verdict, slot]).toEqual(['ok', indexer.slot - 12 * (check + 1)])
    expect(samples.at(-1)?.text).toMatch(
      /^It named slot 1,000,000,000, which is too far above slot 418,890,\d{3} to be believed yet\.$/,
    )
    expect(summary).not.toContain('1,000,000,000')
  }
  expect(await after(5)).toMatchObject({ verdict: 'ok', slot: indexer.slot })
})

test('an indexer that reads a backlog as fast as it can is never doubted', async () => {
  probe.end()
  vi.stubEnv('DATA_DIR', folderOfTest())
  await forgetProcess()
  hasTimes = false
  indexer = new SimulatedIndexer()
  indexer.setBack(1_000_000)
  indexer.claimsToBeWell = false
  indexer.mode = { does: 'indexes', pace: 3_000 }
  startExplorer()
  for (let check = 0; check < 10; check++)
    expect(await after(5)).toMatchObject({ verdict: 'behind', slot: indexer.slot })
})

test('a chain that was started again is behind nothing, once its data are as new as the clock', async () => {
  await after(60)
  const again = new SimulatedIndexer(50)
  again.claimsToBeWell = true
  indexer = again
  expect((await after(10)).pending).toMatchObject({ to: 'behind' })
  const status = await after(30)
  expect(status).toMatchObject({ verdict: 'ok', lag: null, slot: again.slot, reset: { from: 418_890_144 } })
  await restartExplorer()
  expect(await after(30)).toMatchObject({ verdict: 'ok' })
})

test('and where nothing tells how new they are, after ten minutes', async () => {
  hasTimes = false
  await restartExplorer()
  await after(60)
  indexer = new SimulatedIndexer(50)
  expect(await after(590)).toMatchObject({ verdict: 'behind' })
  expect(await after(60)).toMatchObject({ verdict: 'ok' })
})

test('a slot that crawls by one in 20 s is behind as soon as its data are a minute old for certain', async () => {
  await after(60)
  indexer.mode = { does: 'indexes', pace: 0.05 }
  const status = await after(90)
  expect(status.verdict).toBe('behind')
  expect(status.summary).toMatch(
    /^Indexer behind at slot [\d,]+, though it reports itself healthy\. Its newest data is at least 1 min( \d+ s)? old by the times of its signatures\.$/,
  )
  expect(await after(600)).toMatchObject({ verdict: 'behind' })
  indexer.catchUp()
  expect(await after(15)).toMatchObject({ verdict: 'ok' })
})
