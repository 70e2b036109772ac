import { afterEach, expect, test, vi } from 'vitest'
import { folderOfTest, indexerOfTest } from '@/lib/testing/of-test'
import { socketsRead, until } from '@/lib/testing/until'
import { forgetProcess } from '@/lib/testing/upstream/new-process'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { IndexerStatus } from '../../api/status'
import { nowIso } from '../../platform/clock'
import { limits } from '../../rpc-client/limits'
import { indexersOf, type Network, networkNamed } from '../../upstream/networks/networks'
import { history } from '../history/history'
import { onVerdictChange } from './changes'
import { indexerStatusNow, peekStatus, startProbes, strictVerdictOf } from './probe'

/* What history, card and webhook say of a network with several indexers, after a restart too. docs/on-call.md */

const clock = virtualTime()

function networkOfNow(): Network {
  const network = networkNamed('beta')
  if (!network) throw new Error('no network')
  return network
}

let goOn = () => {}

/** @param slots that both make between two checks */
async function begin(slots = 12) {
  await forgetProcess()
  limits().retryPauseMs = 0
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const standIns = [await indexerOfTest(), await indexerOfTest()] as const
  vi.stubEnv('DATA_DIR', folderOfTest())
  vi.stubEnv('INDEXER_URL', standIns.map(({ url }) => `beta=${url}`).join(','))
  vi.stubEnv('PROBE_SECONDS', '5')
  startProbes()
  goOn = () => {
    for (const { data } of standIns) data.slot += slots
  }
  return standIns
}

/** Until both indexers are checked, and the network's verdict is recorded. */
async function checked(): Promise<IndexerStatus> {
  const network = networkOfNow()
  const at = nowIso()
  for (const indexer of indexersOf(network)) indexerStatusNow(indexer, 1)
  await until(() => indexersOf(network).every(({ label }) => history().last(label, 1)[0]?.at === at))
  await socketsRead()
  return peekStatus(network)
}

async function pass(checks: number): Promise<IndexerStatus> {
  let status = await checked()
  for (let n = 0; n < checks; n++) {
    goOn()
    await clock.pass(5_000)
    status = await checked()
  }
  return status
}

async function restart(ms: number): Promise<void> {
  await forgetProcess()
  limits().retryPauseMs = 0
  await clock.pass(ms)
  startProbes()
}

afterEach(async () => {
  await forgetProcess()
  vi.unstubAllEnvs()
})

test('frozen ones stay frozen after a restart, with their times, and nobody is told otherwise', async () => {
  await begin(0)
  const before = await pass(16)
  expect(before.verdict).toBe('frozen')
  await restart(2_000)
  const told: string[] = []
  onVerdictChange(({ to }) => told.push(to))
  const { verdict, since, slot, slotMovedAt } = before
  for (const checks of [0, 3]) expect(await pass(checks)).toMatchObject({ verdict, since, slot, slotMovedAt })
  expect(strictVerdictOf(networkOfNow())).toBe('frozen')
  expect(told).toEqual([])
})

test('two that are down: since when, the last slot and the last good check outlive a restart', async () => {
  const standIns = await begin()
  const { lastOkAt, slot } = await pass(2)
  for (const standIn of standIns) standIn.fail({ kind: 'reply', status: 500 })
  const before = await pass(4)
  expect(before).toMatchObject({ verdict: 'unreachable', lastOkAt, slot })
  await restart(15_000)
  expect(await pass(0)).toMatchObject({ verdict: 'unreachable', since: before.since, lastOkAt, slot })
})

test('the first of two to answer after a start does not decide for both', async () => {
  const [first, second] = await begin()
  await pass(2)
  first.fail({ kind: 'reply', status: 500 })
  expect(await pass(4)).toMatchObject({ verdict: 'degraded' })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  second.fail({ kind: 'held', until: answered })
  await restart(2_000)
  const told: string[] = []
  onVerdictChange(({ to }) => told.push(to))
  const [one] = indexersOf(networkOfNow())
  await until(() => indexerStatusNow(one, 1).verdict === 'unreachable')
  answer()
  expect(await pass(0)).toMatchObject({ verdict: 'degraded' })
  expect(told).toEqual([])
})

const BROKEN = { kind: 'reply', status: 500 } as const

/** Verdicts on record, each with its seconds after a time. */
function recorded(startMs: number): [string | null, number][] {
  const { periods } = history().history('beta', { fromMs: startMs, toMs: clock.wall(), points: 10 })
  return periods.map(({ verdict, from }) => [verdict, (Date.parse(from) - startMs) / 1_000])
}

test('the record has when the last one failed and the first one recovered, and the last error', async () => {
  const [first, second] = await begin()
  await pass(2)
  const startMs = clock.wall()
  first.fail(BROKEN)
  await pass(9)
  second.fail(BROKEN)
  await pass(6)
  second.fail(null)
  await pass(9)
  first.fail(null)
  const status = await pass(6)
  expect(recorded(startMs)).toEqual([
    ['ok', 0],
    ['degraded', 5],
    ['unreachable', 50],
    ['degraded', 80],
    ['ok', 125],
  ])
  expect(status).toMatchObject({ verdict: 'ok', since: new Date(startMs + 125_000).toISOString() })
  const incident = history().incident('beta', startMs + 5_000, 99.5)
  expect(incident?.lastError?.text).toMatch(/^beta#1 is unreachable: .*500/)
  // The first one's result is recorded with the newest check of the other, which may be the one before.
  const { at = '' } = incident?.lastError ?? {}
  expect([115, 120]).toContain(Math.floor((Date.parse(at) - startMs) / 1_000))
})

test('two that are down together for half a minute, and recover one after the other, are on record as unreachable', async () => {
  const [first, second] = await begin()
  await pass(2)
  const startMs = clock.wall()
  for (const standIn of [first, second]) standIn.fail(BROKEN)
  await pass(6)
  first.fail(null)
  await pass(1)
  second.fail(null)
  await pass(6)
  expect(recorded(startMs)).toEqual([
    ['ok', 0],
    ['unreachable', 5],
    ['degraded', 35],
    ['ok', 40],
  ])
})
