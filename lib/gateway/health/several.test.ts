import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { networkOf } from '@/lib/testing/gateway/networks'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { until } from '@/lib/testing/until'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { IndexerStatus } from '../../api/status'
import { nowIso } from '../../clock'
import { ask } from '../ask'
import { indexersOf, type Network } from '../networks'
import { limits } from '../upstream/limits'
import { preferredIndexer } from '../upstream/preferred'
import { endProbe, indexerStatusNow, statusNow, statusOf, strictVerdictOf } from './probe'
import { bestVerdict } from './several'

const clock = virtualTime()
let first: StandIn
let second: StandIn
let network: Network

beforeEach(async () => {
  limits().retryPauseMs = 0
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  first = await startStandIn({})
  second = await startStandIn({})
  network = networkOf([first.url, second.url])
})

afterEach(async () => {
  endProbe(network)
  await Promise.all([first.stop(), second.stop()])
})

const label = (number: number) => `${network.name}#${number}`

/** Checks of both, 5 s apart, while the chain moves. */
async function checks(count: number): Promise<IndexerStatus> {
  for (let n = 0; n < count; n++) {
    first.data.slot += 12
    second.data.slot += 12
    await clock.pass(5_000)
    const at = nowIso()
    await until(() =>
      indexersOf(network).every((indexer) => {
        const { checkedAt, samples } = indexerStatusNow(indexer, 1)
        return checkedAt === at || samples.length === 0
      }),
    )
  }
  return statusNow(network, 12)
}

test('both are well: ok, each with its verdict', async () => {
  await statusOf(network)
  const status = await checks(3)
  expect(status).toMatchObject({ network: network.name, verdict: 'ok' })
  expect(status.indexers).toMatchObject([
    { indexer: label(1), verdict: 'ok', slot: first.data.slot },
    { indexer: label(2), verdict: 'ok', slot: second.data.slot },
  ])
})

test.each([1, 2])(
  'number %i dies: degraded, with who and why, while readers are answered; and ok again after it',
  async (dead) => {
    await statusOf(network)
    await checks(3)
    const standIn = dead === 1 ? first : second
    await standIn.stop()
    const status = await checks(4)
    expect(status.verdict).toBe('degraded')
    expect(strictVerdictOf(network)).toBe('degraded')
    expect(status.summary).toContain(`${label(3 - dead)} answers readers.`)
    expect(status.summary).toContain(`${label(dead)} is unreachable:`)
    expect(status.degradations).toMatchObject([{ kind: 'indexer', indexer: label(dead), verdict: 'unreachable' }])
    expect(status.indexers?.map(({ verdict }) => verdict)).toEqual(
      dead === 1 ? ['unreachable', 'ok'] : ['ok', 'unreachable'],
    )
    expect(preferredIndexer(network).number).toBe(3 - dead)
    expect((await ask(network, 'getIndexerSlot', {})).meta.indexer).toBe(label(3 - dead))
    await standIn.start()
    expect((await checks(4)).verdict).toBe('ok')
  },
)

test('both die: unreachable', async () => {
  await statusOf(network)
  await checks(3)
  await Promise.all([first.stop(), second.stop()])
  expect((await checks(4)).verdict).toBe('unreachable')
})

describe('of several verdicts', () => {
  test.each([
    [['ok', 'ok'], 'ok'],
    [['ok', 'unreachable'], 'degraded'],
    [['behind', 'ok'], 'degraded'],
    [['ok', 'unknown'], 'ok'],
    [['behind', 'unreachable'], 'behind'],
    [['degraded', 'frozen'], 'degraded'],
  ] as const)('%j is %s', (verdicts, together) => {
    expect(bestVerdict(verdicts)).toBe(together)
  })
})
