import { beforeEach, expect, test, vi } from 'vitest'
import { indexerOfTest } from '@/lib/testing/of-test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import { trueAccount } from '@/lib/testing/true-rows'
import { until } from '@/lib/testing/until'
import { virtualTime } from '@/lib/testing/virtual-time'
import { listRoom } from '../listing/read/list-room'
import type { AccountItem } from '../protocol/rpc/items'
import { degradationText } from '../status/health/joined'
import { statusNow, statusOf } from '../status/health/probe'
import { checkOperations, disagreementsOf } from '../status/operations/degradations'
import { type Indexer, indexersOf, type Network, networks } from '../upstream/networks/networks'
import { compareCanaryOwners, comparisonState, startComparing } from './background'

/* Issue 28, part 2. */

const OWNER = addressOf('owner')
const LOST = [3, 4, 700, 1_100]
const clock = virtualTime()
let standIns: [StandIn, StandIn]
let accounts: AccountItem[]
let network: Network
let pair: [Indexer, Indexer]

beforeEach(async () => {
  accounts = makeAccounts(OWNER, 1_200).map((row) => (LOST.includes(row.leafIndex) ? trueAccount(row) : row))
  standIns = [await indexerOfTest({ accounts }), await indexerOfTest({ accounts })]
  vi.stubEnv('PROBE_SECONDS', '5')
  vi.stubEnv('INDEXER_URL', standIns.map(({ url }) => `near=${url}`).join(','))
  vi.stubEnv('CANARY', `near=owner:${OWNER}`)
  network = networks()[0] as Network
  pair = indexersOf(network) as unknown as [Indexer, Indexer]
})

const check = () => clock.during(compareCanaryOwners(network))
const lose = (standIn: StandIn, leaf: number) => {
  standIn.data.accounts = standIn.data.accounts.filter(({ leafIndex }) => leafIndex !== leaf)
}
const words = (indexer: Indexer) => degradationText(disagreementsOf(indexer))

test('indexers that agree are none', async () => {
  await check()
  await check()
  expect(pair.map(disagreementsOf)).toEqual([[], []])
  expect(comparisonState(network)).toEqual({ comparedMs: expect.any(Number), confirmed: 0 })
})

test('a row that one lacks counts from the second check in a row on, and no longer than it is so', async () => {
  lose(standIns[1], 1_100)
  await check()
  expect(pair.map(disagreementsOf)).toEqual([[], []])
  await check()
  expect(pair.map(words)).toEqual(Array(2).fill('near#1 and near#2 disagree: 1 account only on near#1.'))
  const all = await clock.during(checkOperations(pair[1], 'no'))
  expect(all).toMatchObject([{ kind: 'disagrees', indexers: ['near#1', 'near#2'] }])
  standIns[1].data.accounts = accounts
  await check()
  expect(pair.map(disagreementsOf)).toEqual([[], []])
})

test('other rows each time are movement and no disagreement', async () => {
  lose(standIns[1], 3)
  await check()
  standIns[1].data.accounts = accounts
  lose(standIns[1], 4)
  await check()
  expect(comparisonState(network)?.confirmed).toBe(0)
})

test('only the side that is wrong by itself is: it has the account as live and does not list it', async () => {
  for (const { data } of standIns)
    data.signatures[accounts[700]?.hash ?? ''] = [{ signature: 's', slot: 9, blockTime: 1 }]
  lose(standIns[0], 700)
  await check()
  await check()
  expect(pair.map((indexer) => disagreementsOf(indexer).length)).toEqual([1, 0])
})

test('what could not be compared leaves what was found before', async () => {
  lose(standIns[1], 1_100)
  await check()
  await check()
  standIns[0].fail(FAULTS.serverError)
  await check()
  expect(words(pair[1])).toContain('1 account only on near#1')
})

test('for which there is no memory leave what was found before, and hold nothing', async () => {
  lose(standIns[1], 1_100)
  await check()
  await check()
  listRoom().mostBytes = 2 * 1024 * 1024
  await check()
  expect([comparisonState(network)?.confirmed, listRoom().bytes]).toEqual([1, 0])
})

test('come by themselves: a minute after the start, after a minute where something was found, else every five', async () => {
  const calls = () => standIns[1].calls.getIndexerSlot ?? 0
  const isOver = () => until(() => comparisonState(network)?.comparedMs === clock.wall())
  startComparing()
  await clock.pass(59_000)
  expect(calls()).toBe(0)
  await clock.pass(1_000)
  await isOver()
  lose(standIns[1], 1_100)
  await clock.pass(299_000)
  expect(calls()).toBe(1)
  await clock.pass(1_000)
  await isOver()
  expect(comparisonState(network)?.confirmed).toBe(0)
  await clock.pass(60_000)
  await isOver()
  expect(comparisonState(network)?.confirmed).toBe(1)
})

test('a disagreement that two comparisons found makes the verdict degraded, and the sentence names both', async () => {
  lose(standIns[1], 1_100)
  await statusOf(network)
  await check()
  await nextProbe()
  expect(statusNow(network).degradations).toEqual([])
  await check()
  for (let i = 0; i < 6; i++) await nextProbe()
  const { verdict, summary } = statusNow(network)
  expect(verdict).toBe('degraded')
  expect(summary).toContain('near#1 and near#2 disagree: 1 account only on near#1.')
})

async function nextProbe(): Promise<void> {
  for (const { data } of standIns) data.slot += 12
  const { checkedAt } = statusNow(network)
  await clock.runTo(5_000 * Math.floor(clock.monotonic() / 5_000 + 1))
  await until(() => statusNow(network).checkedAt !== checkedAt)
}
