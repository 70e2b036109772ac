import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { AnyItem } from '@/lib/protocol/rpc/items'
import { indexerOfTest } from '@/lib/testing/of-test'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { until } from '@/lib/testing/until'
import { onlyIndexer } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import { bundleServer } from '@/scripts/bundle.mjs'
import { ask } from '../../listing/ask'
import { sendCanaries } from '../../status/operations/canary'
import { wrongRowsOf } from '../../upstream/indexer/wrong-rows'
import { type Indexer, type Network, networks } from '../../upstream/networks/networks'
import { proofs } from './proofs'
import { RowSamples, startSampling } from './samples'

const OWNER = addressOf('owner')
const clock = virtualTime()

beforeAll(async () => void (await bundleServer()))
afterEach(() => proofs.existing()?.close())

const answerOf = (items: AnyItem[]) => ({ value: { items } })

test('five rows a second of all indexers, in turn, of the newest answers, and none in the answer’s own time', async () => {
  const proven: string[] = []
  const samples = new RowSamples(async (_, rows, { indexer } = {}) => {
    proven.push(`${indexer}`)
    return rows.map(() => null)
  })
  const [near, far] = ['near', 'far'].map((label) => ({ label, network: { name: label } }) as Indexer)
  const result = answerOf(makeAccounts(OWNER, 1_000))
  for (let answer = 0; answer < 50; answer++) samples.note({ indexer: near as Indexer, params: {}, result })
  samples.note({ indexer: far as Indexer, params: {}, result })
  samples.note({ indexer: far as Indexer, params: {}, result: null })
  expect(proven).toEqual([])
  await clock.runTo(clock.monotonic() + 1_000)
  expect(proven).toEqual(['near', 'far', 'near', 'far', 'near'])
  await clock.runTo(clock.monotonic() + 10_000)
  expect(proven).toHaveLength(10)
})

test('wrong rows count that readers get without proofs, or canaries alone', async () => {
  const standIn = await indexerOfTest({ accounts: makeAccounts(OWNER, 40) })
  vi.stubEnv('INDEXER_URL', `read=${standIn.url},asked=${standIn.url}`)
  vi.stubEnv('CANARY', `asked=owner:${OWNER}=10`)
  const [read, asked] = networks() as [Network, Network]
  startSampling()
  await clock.during(ask(read, 'getCompressedAccountsByOwner', { owner: OWNER, limit: 20 }))
  const indexer = onlyIndexer(asked)
  while ((standIn.calls.getCompressedAccountsByOwner ?? 0) < 2) await clock.during(sendCanaries(indexer))
  await clock.pass(2_000)
  for (const { name } of [read, asked]) await until(() => wrongRowsOf(name) >= 3)
})
