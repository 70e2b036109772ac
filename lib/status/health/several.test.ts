import { beforeEach, describe, expect, test, vi } from 'vitest'
import { indexerOfTest } from '@/lib/testing/of-test'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import { until } from '@/lib/testing/until'
import { networkOf } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { Degradation, IndexerStatus } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { ask } from '../../listing/ask'
import { nowIso } from '../../platform/clock'
import { limits } from '../../rpc-client/limits'
import { preferredIndexer } from '../../upstream/indexer/indexers'
import { indexersOf, type Network } from '../../upstream/networks/networks'
import { areReadersAffected } from './affected'
import { indexerStatusNow, statusNow, statusOf, strictVerdictOf } from './probe'
import { bestVerdict, type IndexerPart, joinStatuses } from './several'

const clock = virtualTime()
let first: StandIn
let second: StandIn
let network: Network

beforeEach(async () => {
  limits().retryPauseMs = 0
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  first = await indexerOfTest()
  second = await indexerOfTest()
  network = networkOf([first.url, second.url])
})

const label = (number: number) => `${network.name}#${number}`

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

describe('of several verdicts', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 26) + seconds * 1_000).toISOString()
  const judged = (verdict: Verdict) => ({ verdict, since: at(0), pending: null, intervalSeconds: 5 })

  test.each([
    [['ok', 'ok'], 'ok'],
    [['ok', 'unreachable'], 'degraded'],
    [['behind', 'ok'], 'degraded'],
    [['ok', 'unknown'], 'ok'],
    [['behind', 'unreachable'], 'behind'],
    [['degraded', 'frozen'], 'degraded'],
  ] as const)('%j is %s', (verdicts, together) => {
    expect(bestVerdict(verdicts.map(judged))).toBe(together)
  })

  test.each([
    ['answers again before the other is confirmed as failing: readers lose nothing', 10, 'ok', true, 'degraded'],
    ['answers again after the other was confirmed', 11, 'ok', true, 'unreachable'],
    ['answers again, but is behind', 10, 'behind', true, 'behind'],
    ['says nothing', 10, 'unknown', false, 'unreachable'],
  ] as const)('one that failed %s', (_, seconds, to, better, together) => {
    const pending = { to, better, since: at(seconds), checks: 1, needed: 3 }
    const other = judged('unreachable')
    expect(bestVerdict([{ ...other, pending }, other])).toBe(together)
  })
})

describe('what degrades one of two', () => {
  const since = '2026-11-26T00:00:00.000Z'
  async function parts(...of: Degradation[][]): Promise<[IndexerPart, IndexerPart]> {
    await statusOf(network)
    const real = await checks(3)
    const [best, other] = of.map((degradations, at): IndexerPart => {
      const verdict = degradations.length > 0 ? 'degraded' : 'ok'
      return { label: label(at + 1), status: { ...real, verdict, degradations, summary: `said of ${at + 1}`, since } }
    })
    if (!best || !other) throw new Error('two are wanted')
    return [best, other]
  }
  const wrongRows: Degradation = { kind: 'wrong rows', hashes: 3 }
  const disagrees: Degradation = { kind: 'disagrees', indexers: ['one', 'other'], text: 'They differ.' }

  test.each([
    ['wrong rows', wrongRows],
    ['a disagreement that is found of it alone', disagrees],
  ])('%s: the network says which one it is, and since when', async (_, degradation) => {
    const status = joinStatuses(await parts([], [degradation]))
    expect(status).toMatchObject({ verdict: 'degraded', since })
    expect(status.degradations).toMatchObject([{ kind: 'indexer', indexer: label(2), text: 'said of 2' }])
    expect(status.summary).toContain('said of 2')
  })

  test('a failure that is not confirmed costs readers nothing while another indexer answers', async () => {
    const fails: Degradation = { kind: 'fails', method: 'getIndexerSlot', failed: 1, of: 1, text: 'HTTP 500' }
    const [best, other] = await parts([fails], [fails])
    const status = joinStatuses([{ ...best, status: { ...best.status, verdict: 'ok' } }, other])
    expect(status.verdict).toBe('degraded')
    expect(status.degradations.map(({ kind }) => kind)).toEqual(['indexer'])
  })

  test('two that fail by turns: the one that answers again is named, and the other one blamed', async () => {
    const [best, other] = await parts([], [])
    const pending = { to: 'ok' as const, better: true, since, checks: 1, needed: 3 }
    const failing = { verdict: 'unreachable' as const, since }
    const status = joinStatuses([
      { ...best, status: { ...best.status, ...failing } },
      { ...other, status: { ...other.status, ...failing, pending } },
    ])
    expect(status).toMatchObject({ verdict: 'degraded', since })
    expect(status.summary).toMatch(new RegExp(`^${label(2)} answers readers. ${label(1)} is unreachable: `))
  })

  const failing = (method: 'getCompressedAccountsByOwner' | 'getLatestCompressionSignatures'): Degradation => {
    return { kind: 'fails', method, failed: 1, of: 1, text: 'HTTP 500' }
  }

  test('two that fail in different operations: each answers what the other one fails, so readers lose nothing', async () => {
    const [list, latest] = [failing('getCompressedAccountsByOwner'), failing('getLatestCompressionSignatures')]
    const kinds = async (...of: Degradation[][]) =>
      joinStatuses(await parts(...of)).degradations.map(({ kind }) => kind)
    const status = joinStatuses(await parts([list], [latest]))
    expect(status).toMatchObject({ verdict: 'degraded', summary: expect.stringMatching(/said of 1.*said of 2/) })
    expect(status.degradations).toMatchObject([1, 2].map((n) => ({ kind: 'indexer', indexer: label(n) })))
    expect(areReadersAffected(status)).toBe(false)
    expect(await kinds([list, latest], [latest])).toEqual(['fails', 'indexer', 'indexer'])
    expect(await kinds([latest], [latest])).toEqual(['fails', 'indexer'])
  })

  test('the one that answers, but failed its last check: the sentence says so', async () => {
    const [best, other] = await parts([], [])
    const pending = { to: 'unreachable' as const, better: false, since, checks: 1, needed: 3 }
    const summary = 'Last check failed (HTTP 500). 1 of 3 before alert.'
    const status = joinStatuses([
      { ...best, status: { ...best.status, pending, summary } },
      { ...other, status: { ...other.status, verdict: 'unreachable' } },
    ])
    expect(status.summary).toMatch(`${label(1)}: ${summary} ${label(2)} is unreachable: `)
  })

  test.each([
    ['one of two fails', ['ok', 0], ['unreachable', 3], 3],
    ['the last one fails', ['unreachable', 7], ['unreachable', 3], 7],
    ['the last one fails, which is the worse', ['behind', 3], ['unreachable', 7], 7],
    ['the first one recovers', ['ok', 9], ['unreachable', 3], 9],
    ['all recovered', ['ok', 9], ['ok', 11], 11],
  ] as const)('a verdict begins when %s', async (_, first, second, began) => {
    const at = (minute: number) => `2026-11-26T00:${String(minute).padStart(2, '0')}:00.000Z`
    const [best, other] = await parts([], [])
    const of = ({ status, ...rest }: IndexerPart, [verdict, minute]: readonly [Verdict, number]) => {
      return { ...rest, status: { ...status, verdict, since: at(minute) } }
    }
    for (const [one, two] of [
      [first, second],
      [second, first],
    ] as const)
      expect(joinStatuses([of(best, one), of(other, two)]).since).toBe(at(began))
  })

  test('a disagreement of both is said once', async () => {
    const status = joinStatuses(await parts([disagrees], [disagrees]))
    expect(status).toMatchObject({ verdict: 'degraded', since })
    expect(status.degradations).toEqual([disagrees])
  })
})
