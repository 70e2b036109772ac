import { beforeEach, expect, test, vi } from 'vitest'
import { indexerOfTest } from '@/lib/testing/of-test'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import { trueAccount } from '@/lib/testing/true-rows'
import { until } from '@/lib/testing/until'
import { virtualTime } from '@/lib/testing/virtual-time'
import { statusNow, statusOf } from '../status/health/probe'
import { type Network, networks } from '../upstream/networks/networks'
import { compareConfigured } from './background'

const OWNER = addressOf('owner')
const clock = virtualTime()
let standIns: StandIn[]

beforeEach(async () => {
  const accounts = makeAccounts(OWNER, 5).map(trueAccount)
  standIns = [await indexerOfTest({ accounts }), await indexerOfTest({ accounts: accounts.slice(1) })]
  vi.stubEnv('PROBE_SECONDS', '5')
  vi.stubEnv('INDEXER_URL', standIns.map(({ url }) => `near=${url}`).join(','))
  vi.stubEnv('CANARY', `near=owner:${OWNER}`)
})

async function check(network: Network): Promise<void> {
  for (const { data } of standIns) data.slot += 12
  const { checkedAt } = statusNow(network)
  await clock.runTo(5_000 * Math.floor(clock.monotonic() / 5_000 + 1))
  await until(() => statusNow(network).checkedAt !== checkedAt)
}

test('a disagreement that two comparisons found makes the verdict degraded, and the sentence names both', async () => {
  const network = networks()[0] as Network
  await statusOf(network)
  await clock.during(compareConfigured(network))
  await check(network)
  expect(statusNow(network).degradations).toEqual([])
  await clock.during(compareConfigured(network))
  for (let i = 0; i < 6; i++) await check(network)
  const { verdict, summary } = statusNow(network)
  expect(verdict).toBe('degraded')
  expect(summary).toContain('near#1 and near#2 disagree: 1 account only on near#1.')
})
