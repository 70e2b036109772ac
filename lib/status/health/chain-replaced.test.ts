import { beforeEach, describe, expect, test, vi } from 'vitest'
import { GENESIS_HASH, madeHash } from '@/lib/testing/node/made-chain'
import { signedTransaction } from '@/lib/testing/node/signed-transaction'
import type { NodeStandIn } from '@/lib/testing/node/stand-in'
import { folderOfTest, indexerOfTest, nodeOfTest } from '@/lib/testing/of-test'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import { until } from '@/lib/testing/until'
import { networkAt } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { IndexerStatus } from '../../api/status'
import { ask } from '../../listing/ask'
import { nowIso } from '../../platform/clock'
import { forgetOnceValues } from '../../platform/once'
import { chainStates } from '../../upstream/chain/node'
import { storedTransactions } from '../../upstream/chain/stored-transactions'
import { createNetwork, type Network, setChain } from '../../upstream/networks/networks'
import { endProbes, statusNow, statusOf } from './probe'

const OTHER = madeHash('another genesis')
const SLOT = 5_000
const TRANSACTION = signedTransaction('a', 4_000)
const NEWER = signedTransaction('b', 4_500)

let indexer: StandIn
let node: NodeStandIn
let second: NodeStandIn
let network: Network

const clock = virtualTime()

beforeEach(async () => {
  vi.stubEnv('DATA_DIR', folderOfTest())
  vi.stubEnv('PROBE_SECONDS', '5')
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const { signature } = TRANSACTION
  indexer = await indexerOfTest({ slot: SLOT, latest: [{ signature, slot: 4_000, blockTime: 1_700_000_000 }] })
  ;[node, second] = await Promise.all([nodeOfTest(), nodeOfTest()])
  for (const each of [node, second]) each.serve([], SLOT)
  network = networkAt(indexer.url)
})

async function start(own: boolean, ...nodes: NodeStandIn[]): Promise<IndexerStatus> {
  setChain(network, { urls: nodes.map(({ url }) => url), own })
  return statusOf(network)
}

async function checks(count: number): Promise<IndexerStatus> {
  for (let round = 0; round < count; round++) {
    await clock.pass(5_000)
    await until(() => statusNow(network).checkedAt === nowIso())
  }
  return statusNow(network, 240)
}

describe('a chain that the indexer follows and that is replaced', () => {
  test.each([
    ['from its beginning', 3],
    ['at a higher slot', SLOT + 900],
  ])('%s: is known with the next check, and nothing of the old one is answered from memory', async (_, slot) => {
    await start(true, node)
    const latest = async () => (await ask(network, 'getLatestCompressionSignatures', {})).result.value.items.length
    expect(await latest()).toBe(1)
    expect(statusNow(network).replaced).toBeNull()

    node.genesisHash = OTHER
    node.serve([], slot)
    const { replaced } = await checks(1)
    expect(replaced).toEqual({ at: nowIso(), from: GENESIS_HASH, to: OTHER })
    const before = indexer.callCount
    await latest()
    expect(indexer.callCount).toBe(before + 1)
    indexer.data.slot = slot
    expect(await checks(5)).toMatchObject({ replaced, slot, reset: null })
    expect(chainStates(network)).toEqual(['checked'])
  })

  test('is remembered over a restart, and found after one', async () => {
    await start(true, node)
    node.genesisHash = OTHER
    const { replaced } = await checks(1)
    restart()
    expect((await start(true, node)).replaced).toEqual(replaced)
    restart()
    node.genesisHash = GENESIS_HASH
    expect((await start(true, node)).replaced).toEqual({ at: nowIso(), from: OTHER, to: GENESIS_HASH })
  })

  test('an indexer that stays at the old one is behind by the third check; one that begins again is not', async () => {
    await start(true, node)
    await checks(1)
    node.genesisHash = OTHER
    node.serve([], 3)
    const old = await checks(3)
    expect(old.verdict).toBe('behind')
    expect(old.summary).toContain('4,997 slots above the chain, which was replaced')
    for (const slot of [15, 27, 39]) {
      indexer.data.slot = slot
      node.serve([], slot + 1)
      await checks(1)
    }
    expect(statusNow(network)).toMatchObject({ verdict: 'ok', slot: 39, lag: null })
  })

  test('one of two nodes on another chain replaces nothing', async () => {
    await start(true, node, second)
    second.genesisHash = OTHER
    expect(await checks(2)).toMatchObject({ replaced: null, chain: { nodes: 1 } })
    expect(chainStates(network)).toEqual(['checked', 'wrong'])
    second.genesisHash = GENESIS_HASH
    expect(await checks(1)).toMatchObject({ replaced: null, chain: { nodes: 2 } })
  })
})

describe('a node beside a foreign indexer that changes its chain', () => {
  beforeEach(() => node.transactions.set(TRANSACTION.signature, TRANSACTION.answer))

  test('does not count until the indexer is known to be on that chain too', async () => {
    expect(await start(false, node)).toMatchObject({ chain: { slot: SLOT } })
    node.genesisHash = OTHER
    node.transactions.clear()
    expect(await checks(1)).toMatchObject({ chain: null, replaced: null })
    expect(chainStates(network)).toEqual(['unchecked'])
    indexer.data.latest = [{ signature: NEWER.signature, slot: 4_500, blockTime: 1_700_000_000 }]
    node.transactions.set(NEWER.signature, NEWER.answer)
    const status = await checks(7)
    expect(chainStates(network)).toEqual(['checked'])
    expect(status.replaced).toMatchObject({ from: GENESIS_HASH, to: OTHER })
  })
})

function restart(): void {
  endProbes()
  storedTransactions().close()
  forgetOnceValues(['clock'])
  const { name } = network
  network = createNetwork({ name, url: indexer.url, path: 'method', embedded: false }, true)
}
