import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { IndexerStatus } from '@/lib/api/status'
import { logOfTest } from '@/lib/testing/log-of-test'
import { onlyIndexer } from '@/lib/testing/upstream/networks'
import { forgetProcess } from '@/lib/testing/upstream/new-process'
import { virtualTime } from '@/lib/testing/virtual-time'
import { networkNamed } from '../../upstream/networks/networks'
import { Probe } from '../health/probe'
import type { DeliveryResult } from './deliver'
import { heartbeatCounts, startHeartbeat } from './heartbeat'

const OK: DeliveryResult = { delivered: true, outcome: 'http_200', retryAfterMs: null }

const clock = virtualTime()
const { lines } = logOfTest()
let got: { atMs: number; path: string; body: Record<string, unknown> }[]
let unchecked: string[]
let answers: (DeliveryResult | Promise<DeliveryResult>)[]

beforeEach(async () => {
  vi.stubEnv('INDEXER_URL', 'one=http://127.0.0.1:9,two=http://127.0.0.1:9')
  vi.stubEnv('HEARTBEAT_URL', 'https://hc.example/ping/uuid?rid=1')
  await forgetProcess()
  got = []
  unchecked = []
  answers = []
})

afterEach(() => vi.unstubAllEnvs())

function start(): void {
  startHeartbeat({
    networksUnchecked: () => unchecked,
    peekStatus: ({ name }) => ({ network: name, verdict: name === 'two' ? 'frozen' : 'ok' }) as IndexerStatus,
    async deliver({ target, body }) {
      got.push({ atMs: clock.monotonic(), path: target.path, body: JSON.parse(body) })
      return (await answers.shift()) ?? OK
    },
  })
}

test('a sign of life each half minute, whatever the indexers are like, with what they are like', async () => {
  start()
  await clock.runTo(70_000)
  expect(got.map(({ atMs }) => atMs)).toEqual([1_000, 31_000, 61_000])
  expect(got[0]).toMatchObject({
    path: '/ping/uuid?rid=1',
    body: { service: 'leafscan', verdict: 'frozen', networks: { one: 'ok', two: 'frozen' }, unchecked: [] },
  })
  expect([...heartbeatCounts()]).toEqual([
    ['ok', 3],
    ['fail', 0],
  ])
})

test.each([
  ['5', 5_000],
  ['3600', 60_000],
])('PROBE_SECONDS=%s fixes its pace, to a minute at the most', async (seconds, everyMs) => {
  vi.stubEnv('PROBE_SECONDS', seconds)
  start()
  await clock.runTo(1_000 + 2 * everyMs)
  expect(got.map(({ atMs }) => atMs)).toEqual([1_000, 1_000 + everyMs, 1_000 + 2 * everyMs])
})

test('checks that stopped coming are reported as a failure of the explorer', async () => {
  start()
  unchecked = ['two']
  await clock.runTo(2_000)
  unchecked = []
  await clock.runTo(32_000)
  expect(got.map(({ path, body }) => [path, body.unchecked])).toEqual([
    ['/ping/uuid/fail?rid=1', ['two']],
    ['/ping/uuid?rid=1', []],
  ])
  expect(Object.fromEntries(heartbeatCounts())).toEqual({ ok: 1, fail: 1 })
})

test('one that hangs is not overtaken; one that fails is followed by the next; the log says it once, and its end', async () => {
  const refused = { delivered: false, outcome: 'refused', retryAfterMs: null }
  let arrive: (tried: DeliveryResult) => void = () => {}
  answers = [new Promise((resolve) => (arrive = resolve)), refused, refused]
  start()
  await clock.runTo(40_000)
  expect(got).toHaveLength(1)
  arrive(refused)
  await clock.runTo(140_000)
  expect(got.map(({ atMs }) => atMs)).toEqual([1_000, 40_000, 70_000, 100_000, 130_000])
  expect(lines().map(({ msg, outcome, failures }) => [msg, outcome, failures])).toEqual([
    ['heartbeat failed', 'refused', undefined],
    ['heartbeat delivered again', undefined, 3],
  ])
  expect(heartbeatCounts().get('refused')).toBe(3)
})

test('without HEARTBEAT_URL there is none', async () => {
  vi.stubEnv('HEARTBEAT_URL', '')
  start()
  await clock.runTo(100_000)
  expect(got).toEqual([])
})

describe('a probe', () => {
  const sample = { at: '', says: 'ok' as const, slot: 5, lag: null, text: 'ok', latencyMs: 1 }
  const made = (sampled: () => Promise<typeof sample>) => {
    const network = networkNamed('one')
    if (!network) throw new Error('no network')
    return new Probe(onlyIndexer(network), {
      sample: sampled,
      operations: async () => [],
      learnBlockTime: async () => {},
    })
  }

  test('that checks is never late, also while its indexer takes its time', async () => {
    const probe = made(async () => ({ ...sample, at: new Date(clock.wall()).toISOString() }))
    probe.start()
    for (let minute = 0; minute < 10; minute++) {
      await clock.pass(60_000)
      expect(probe.isLate()).toBe(false)
    }
    probe.end()
  })

  test('whose check never ends is late half a minute after the next one was due', async () => {
    vi.stubEnv('PROBE_SECONDS', '5')
    await forgetProcess()
    const probe = made(() => new Promise(() => {}))
    probe.start()
    await clock.pass(35_000)
    expect(probe.isLate()).toBe(false)
    await clock.pass(1)
    expect(probe.isLate()).toBe(true)
    probe.end()
  })
})
