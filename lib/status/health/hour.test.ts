import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onlyIndexer } from '@/lib/testing/upstream/networks'
import { forgetProcess } from '@/lib/testing/upstream/new-process'
import { MODES, SimulatedIndexer } from '@/lib/testing/upstream/simulated-indexer'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { IndexerStatus, ProbeSample } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { networkNamed } from '../../upstream/networks/networks'
import { changesOf, historyOf, lastRecorded } from '../history/history'
import { type NetworkChange, onVerdictChange } from './changes'
import { Probe } from './probe'

/*
 * An hour of an indexer that fails in every way, checked every 5 s, with a clock that is turned. What was recorded,
 * reported to listeners and answered to monitors must be what happened, to the check.
 */

const NETWORK = 'sandbox'
const MINUTE = 60_000

let folder: string
const clock = virtualTime()
let indexer: SimulatedIndexer
let probe: Probe
/** Changes that listeners got, and what strict monitors were answered, by the check since when. */
let changes: NetworkChange[]
let strict: string[]
/** What the checks of all processes saw. */
let samples: ProbeSample[]

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'leafscan-hour-'))
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('INDEXER_URL', `${NETWORK}=http://127.0.0.1:1`)
  await forgetProcess()
  indexer = new SimulatedIndexer()
  changes = []
  strict = []
  samples = []
  startExplorer()
})

afterEach(async () => {
  probe.end()
  await forgetProcess()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

function startExplorer(): void {
  const network = networkNamed(NETWORK)
  if (!network) throw new Error('no network')
  onVerdictChange((change) => changes.push(change))
  const check = async () => {
    const sample = indexer.check()
    samples.push(sample)
    return sample
  }
  probe = new Probe(onlyIndexer(network), { sample: check, operations: async () => [], learnBlockTime: async () => {} })
  probe.start()
}

/** The explorer is away for a while and comes back as another process. */
async function restartExplorer(awayMs: number): Promise<void> {
  probe.end()
  await forgetProcess()
  await clock.runTo(clock.monotonic() + awayMs)
  startExplorer()
  await clock.runTo(clock.monotonic())
}

/** Goes on to `mm:ss`; strict monitors ask once a second. */
async function until(time: string): Promise<void> {
  const [minutes = 0, seconds = 0] = time.split(':').map(Number)
  const end = (60 * minutes + seconds) * 1_000
  while (clock.monotonic() < end) {
    await clock.runTo(Math.min(end, clock.monotonic() + 1_000))
    const says = probe.strictVerdict() === 'ok' ? '200' : '503'
    if (!strict.at(-1)?.endsWith(says)) strict.push(`${timeOf(clock.wall())} ${says}`)
  }
}

function timeOf(ms: number): string {
  return new Date(ms - (clock.wall() - clock.monotonic())).toISOString().slice(14, 19)
}

const status = (): IndexerStatus => probe.status(0)
const verdict = (): Verdict => status().verdict
const since = (): string => timeOf(Date.parse(status().since ?? ''))

test('an hour: paused, slowed, stopped, limited, restarted, the explorer too', async () => {
  await until('05:00')
  expect(status()).toMatchObject({ verdict: 'ok', lag: null, slotsPerSecond: 2.4, standstill: null })

  indexer.mode = MODES.pauses
  await until('05:30')
  expect(status()).toMatchObject({ verdict: 'behind', trend: 'losing ground', arrivalSeconds: null })
  await until('08:00')
  expect(status()).toMatchObject({ verdict: 'frozen', standstill: 'indexer', lag: 432 })
  expect(status().summary).toMatch(
    /has not moved for 3 min\. .*432 slots ahead.*: the indexer stopped, the chain is moving/,
  )
  expect(since()).toBe('05:00')
  await until('10:00')
  indexer.mode = MODES['catches up']
  await until('11:00')
  // 720 slots behind, 38 fewer with each check: what is left after a minute takes 35 s.
  expect(status()).toMatchObject({ verdict: 'behind', trend: 'catching up', lag: 264, arrivalSeconds: 35 })
  await until('15:00')
  expect(verdict()).toBe('ok')

  indexer.mode = MODES.crawls
  await until('20:00')
  expect(status()).toMatchObject({ verdict: 'behind', trend: 'losing ground', lag: 420, slotsPerSecond: 1 })
  indexer.mode = MODES['catches up']
  await until('25:00')
  expect(verdict()).toBe('ok')

  indexer.mode = MODES.refuses
  // An earlier pace says nothing about an indexer that does not answer.
  await until('25:20')
  expect(status()).toMatchObject({ verdict: 'unreachable', slotsPerSecond: null })
  await until('28:00')
  expect(status()).toMatchObject({ verdict: 'unreachable', slotsPerSecond: null, headAge: null })
  expect(status().summary).toMatch(/The indexer refused the connection\. Last seen at slot .*, 3 min ago\./)
  indexer.mode = MODES['catches up']
  await until('32:00')
  expect(verdict()).toBe('ok')

  indexer.mode = MODES.limits
  await until('32:20')
  expect(status()).toMatchObject({ verdict: 'limited', slotsPerSecond: null })
  await until('34:00')
  expect(verdict()).toBe('limited')
  indexer.mode = MODES.follows
  await until('37:00')

  for (const odd of [MODES.refuses, MODES.limits, MODES['hides its health'], { does: 'answers', slot: 0 } as const]) {
    indexer.odd = odd
    await until(timeOf(clock.wall() + 20_000))
  }
  indexer.odd = { does: 'answers', slot: indexer.slot - 100 }
  await until('40:00')
  expect(verdict()).toBe('ok')

  indexer.chainGoesOn = false
  await until('44:00')
  expect(status()).toMatchObject({ verdict: 'frozen', standstill: 'chain', lag: null })
  expect(status().summary).toMatch(/reports itself healthy, so either the chain stopped or/)
  indexer.chainGoesOn = true
  await until('47:00')

  indexer.mode = MODES['hides its health']
  await until('47:30')
  expect(status()).toMatchObject({ verdict: 'unknown', slotsPerSecond: 2.4 })
  indexer.mode = MODES.follows
  await until('49:00')

  const began = since()
  await restartExplorer(20_000)
  expect(verdict()).toBe('ok')
  expect(since()).toBe(began)

  await until('50:00')
  indexer.mode = MODES.pauses
  await until('53:00')
  await restartExplorer(20_000)
  expect(status()).toMatchObject({ verdict: 'frozen', slot: indexer.slot })
  expect(since()).toBe('50:00')
  await until('54:00')
  expect(status()).toMatchObject({ standstill: 'indexer' })
  indexer.mode = MODES.refuses
  await until('55:00')
  await restartExplorer(200_000)
  indexer.mode = MODES.follows
  await until('60:00')
  expect(verdict()).toBe('ok')

  const reported = changes.map(({ at, confirmedAt, from, to }) => {
    return `${timeOf(Date.parse(at))} ${timeOf(Date.parse(confirmedAt))} ${from} ${to}`
  })
  expect(reported).toEqual([
    '00:00 00:00 null ok',
    // It says so itself from 21 slots on; a minute without a step outweighs what it says, back to the last one.
    '05:10 05:20 ok behind',
    '05:00 06:00 behind frozen',
    '10:05 10:15 frozen behind',
    '11:35 11:45 behind ok',
    '15:15 15:25 ok behind',
    '20:55 21:05 behind ok',
    '25:05 25:15 ok unreachable',
    '28:05 28:15 unreachable behind',
    '28:55 29:05 behind ok',
    '32:05 32:15 ok limited',
    '34:05 34:15 limited ok',
    // Five odd checks between 37:00 and 40:00 changed nothing.
    '40:00 41:00 ok frozen',
    '44:05 44:15 frozen ok',
    '47:05 47:15 ok unknown',
    '47:35 47:45 unknown ok',
    // The explorer was away at 49:00 and at 53:00: what went on is no change.
    '50:10 50:20 ok behind',
    '50:00 51:00 behind frozen',
    '54:05 54:15 frozen unreachable',
    // And from 55:00 on, for longer: it found what it had left, and then the change.
    '58:25 58:35 unreachable behind',
    '58:40 58:50 behind ok',
  ])
  expect(strict).toEqual([
    '00:01 200',
    '05:20 503',
    '11:45 200',
    '15:25 503',
    '21:05 200',
    '25:15 503',
    '29:05 200',
    // The minute of grace that a limit gets.
    '33:15 503',
    '34:15 200',
    '41:00 503',
    '44:15 200',
    '50:20 503',
    '58:50 200',
  ])

  const start = clock.wall() - clock.monotonic()
  const range = { fromMs: start, toMs: start + 60 * MINUTE, points: 60, limit: 100 }
  const { periods, seconds } = historyOf(NETWORK, range)
  expect(periods.map(({ from, verdict }) => `${timeOf(Date.parse(from))} ${verdict}`)).toEqual([
    ...['00:00 ok', '05:00 frozen', '10:05 behind', '11:35 ok', '15:15 behind', '20:55 ok', '25:05 unreachable'],
    ...[
      '28:05 behind',
      '28:55 ok',
      '32:05 limited',
      '34:05 ok',
      '40:00 frozen',
      '44:05 ok',
      '47:05 unknown',
      '47:35 ok',
    ],
    // While the explorer was away nobody checked, and that is neither good nor bad.
    ...['49:00 null', '49:20 ok', '50:00 frozen', '53:00 null', '53:20 frozen', '54:05 unreachable'],
    ...['55:00 null', '58:20 unreachable', '58:25 behind', '58:40 ok'],
  ])
  expect(Object.values(seconds).reduce((sum, of) => sum + of)).toBeCloseTo(3_600, 6)
  expect(changesOf(NETWORK, range)).toEqual(changes.map(({ network: _, ...change }) => change))
  const recorded = lastRecorded(NETWORK, 1_000)
  expect(recorded.map(({ verdict: _, ...sample }) => sample)).toEqual(samples)
})
