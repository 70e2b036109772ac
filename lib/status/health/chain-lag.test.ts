import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type MadeChain, madeHash } from '@/lib/testing/node/made-chain'
import type { NodeStandIn } from '@/lib/testing/node/stand-in'
import { indexerOfTest, nodeOfTest } from '@/lib/testing/of-test'
import { makeSignatures } from '@/lib/testing/stand-in/fixtures'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import { until } from '@/lib/testing/until'
import { networkAt } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { IndexerStatus } from '../../api/status'
import { nowIso } from '../../platform/clock'
import type { SignatureItem } from '../../protocol/rpc/items'
import { RatePlan } from '../../rpc-client/rate-plan'
import { type Network, setChain } from '../../upstream/networks/networks'
import { isChainNodeUp } from '../metrics'
import { statusNow, statusOf } from './probe'

const HEAD = 418_890_000

let indexer: StandIn
let nodes: NodeStandIn[]
let network: Network

const clock = virtualTime()

beforeEach(async () => {
  vi.stubEnv('PROBE_SECONDS', '5')
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  indexer = await indexerOfTest()
  served = []
})

async function withNodes(...heads: number[]): Promise<void> {
  nodes = await Promise.all(heads.map(() => nodeOfTest()))
  for (const [i, head] of heads.entries()) nodes[i]?.serve([], head)
  network = networkAt(indexer.url)
  setChain(network, { urls: nodes.map(({ url }) => url), own: true })
}

/** Slots per check interval, of the chain at its usual pace and of an indexer that follows it. */
const STEP = 12
let at: number[]
let served: MadeChain

function failing(node: NodeStandIn | undefined): void {
  if (node) node.script = () => ({ status: 500 })
}

async function checks(count: number, moves: { chain?: number; indexer?: number } = {}): Promise<IndexerStatus> {
  for (let round = 0; round < count; round++) {
    for (const [i, head] of at.entries()) {
      at[i] = head + (moves.chain ?? STEP)
      nodes[i]?.serve(served, at[i])
    }
    indexer.data.slot += moves.indexer ?? STEP
    await clock.pass(5_000)
    await until(() => statusNow(network).checkedAt === nowIso())
  }
  return statusNow(network, 240)
}

async function start(...heads: number[]): Promise<IndexerStatus> {
  at = heads
  await withNodes(...heads)
  return statusOf(network)
}

describe('beside chain nodes', () => {
  test('a lag that its newest data rule out is not believed', async () => {
    const row = makeSignatures(1)[0] as SignatureItem
    indexer.data.latest = [{ ...row, slot: HEAD, blockTime: Math.floor(clock.wall() / 1_000) }]
    await start(2 * HEAD)
    const status = await checks(6)
    expect(status).toMatchObject({ verdict: 'ok', lag: null, chain: { lag: null, lagSeconds: null } })
  })

  test('alerts learn whether a node answers', async () => {
    await start(HEAD + 3)
    await checks(1)
    expect(isChainNodeUp(network)).toBe(true)
    failing(nodes[0])
    await checks(1)
    expect(isChainNodeUp(network)).toBe(false)
  })

  test('an indexer that follows is ok, with the distance to the chain', async () => {
    await start(HEAD + 3)
    const status = await checks(6)
    expect(status).toMatchObject({ verdict: 'ok', lag: null })
    expect(status.chain).toMatchObject({
      slot: HEAD + 3 + 72,
      lag: 3,
      nodes: 1,
      counted: 1,
      moves: true,
      lagSeconds: 1,
    })
  })

  test('500 slots behind while its health says ok: behind within 15 s, with direction and arrival', async () => {
    await start(HEAD)
    await checks(3)
    at = [HEAD + 36 + 500]
    nodes[0]?.serve([], at[0])
    expect(await checks(2)).toMatchObject({ verdict: 'ok' })
    const status = await checks(1)
    expect(status).toMatchObject({ verdict: 'behind', lag: 500, chain: { lag: 500 } })
    expect(status.samples.at(-1)).toMatchObject({ says: 'behind', text: 'ok, but the chain is 500 slots ahead.' })
    expect(status.summary).toMatch(/^Indexer 500 slots behind the chain, holding/)
    expect(await checks(2, { indexer: STEP + 50 })).toMatchObject({ trend: 'catching up', arrivalSeconds: 80 })
  })

  test('the first check of an indexer that is far behind is not ok', async () => {
    expect(await start(HEAD + 500)).toMatchObject({ verdict: 'behind', lag: 500 })
  })

  test('a chain that stopped is told apart from an indexer that stopped, as soon as the slot is frozen', async () => {
    await start(HEAD, HEAD, HEAD + 2)
    await checks(3)
    const halted = await checks(12, { chain: 0, indexer: 0 })
    expect(halted).toMatchObject({ verdict: 'frozen', standstill: 'chain', chain: { moves: false, lag: 0 } })
    expect(halted.summary).toBe(
      'Slot 418,890,036 has not moved for 1 min. The chain stopped, not the indexer: its 3 nodes have no newer slot either.',
    )
    expect(await checks(4)).toMatchObject({ verdict: 'ok', standstill: null })

    const stopped = await checks(12, { indexer: 0 })
    expect(stopped).toMatchObject({ verdict: 'frozen', standstill: 'indexer', chain: { moves: true, lag: 144 } })
    expect(stopped.summary).toContain(
      'Slot 418,890,084 has not moved for 1 min. The chain is 144 slots ahead and moving: the indexer stopped.',
    )
  })

  test('a node that stands does not count, nor does one that is on another chain or does not answer', async () => {
    at = [HEAD, HEAD + 40, HEAD + 80]
    await withNodes(...at)
    if (nodes[1]) nodes[1].genesisHash = madeHash('another genesis')
    await statusOf(network)
    const status = await checks(2)
    expect(status.chain).toMatchObject({ slot: HEAD + 24, nodes: 2 })
    failing(nodes[0])
    expect((await checks(1)).chain).toMatchObject({ slot: HEAD + 80 + 36, nodes: 1 })
    expect(nodes[1]?.requests.filter(({ method }) => method === 'getSlot')).toEqual([])
  })

  test('without a node that answers nothing is claimed, and no check waits longer for it', async () => {
    await start(HEAD)
    failing(nodes[0])
    expect(await checks(3)).toMatchObject({ verdict: 'ok', chain: null })
  })

  test('a node that is not known to be on the indexer’s chain says nothing of it', async () => {
    at = [HEAD + 5_000]
    await withNodes(...at)
    setChain(network, { urls: nodes.map(({ url }) => url), own: false })
    await statusOf(network)
    expect(await checks(3)).toMatchObject({ verdict: 'ok', chain: null })
    expect(nodes[0]?.requests.filter(({ method }) => method === 'getSlot')).toEqual([])
  })

  test('an indexer that answers in the place of a node is not compared with itself', async () => {
    at = [HEAD]
    await withNodes(HEAD)
    setChain(network, { urls: nodes.map(({ url }) => url), own: true, isIndexer: true })
    await statusOf(network)
    expect(await checks(2)).toMatchObject({ verdict: 'ok', chain: null })
    expect(nodes[0]?.requests).toEqual([])
  })

  test('looks cost a quarter of the nodes’ plan at most', async () => {
    at = [HEAD]
    await withNodes(HEAD)
    setChain(network, { urls: nodes.map(({ url }) => url), own: true }, new RatePlan(0.25))
    // The first call fetches the genesis hash, and the head waits its turn.
    const first = statusOf(network)
    await clock.pass(5_000)
    await first
    await checks(12)
    expect(nodes[0]?.requests.filter(({ method }) => method === 'getSlot')).toHaveLength(3)
  })
})
