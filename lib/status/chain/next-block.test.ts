import { beforeEach, describe, expect, test, vi } from 'vitest'
import { transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { grown } from '@/lib/testing/node/made-chain'
import type { NodeStandIn } from '@/lib/testing/node/stand-in'
import { nodeOfTest } from '@/lib/testing/of-test'
import { networkAt } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import { type Network, setChain } from '../../upstream/networks/networks'
import { findNextBlock, nextBlockOf } from './next-block'

let node: NodeStandIn
let network: Network

const clock = virtualTime()

/** Slots 101 and 102 are skipped; 103 has a transaction of version 1. */
const CHAIN = grown([], {
  slots: [100, 103, 104, 200],
  filling: (_, __, slot) => (slot === 103 ? [{ ...transactionOf('new', []), version: 1 }] : []),
})

beforeEach(async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  node = await nodeOfTest(CHAIN)
  network = networkAt('http://indexer.example')
  setChain(network, { urls: [node.url], own: true })
})

const requests = () => node.requests.map(({ method, params }) => `${method} ${params[0]}`)

describe('the next block', () => {
  test('is read once, behind slots that have none, and what is unusual about it is named', async () => {
    expect(nextBlockOf(network.name, 100)).toBeNull()
    await findNextBlock(network, 100)
    expect(nextBlockOf(network.name, 100)).toEqual({
      slot: 103,
      candidates: [
        'The node calls slot 101 skipped, or missing since it began from a snapshot (error -32007).',
        expect.stringMatching(/^Transaction \w+ has version 1, which the indexer may not know\.$/),
      ],
    })
    await clock.pass(3_600_000)
    await findNextBlock(network, 100)
    expect(requests()).toEqual(['getBlock 101', 'getBlocks 101', 'getBlock 103'])
    expect(nextBlockOf(network.name, 103)).toBeNull()
  })

  test.each([-32004, -32014, null])('is found far above slots that are answered by %s', async (code) => {
    node.serve(grown([], { slots: [100, 4_000, 4_040], filling: () => [] }))
    node.script = ({ slot }) => {
      if (slot !== 101) return null
      return code === null
        ? { body: '{"jsonrpc":"2.0","id":1,"result":null}' }
        : { error: { code, message: 'no block' } }
    }
    await findNextBlock(network, 100)
    const words = expect.stringMatching(`^The node has no block of slot 101.* .error ${code ?? -32004}..$`)
    expect(nextBlockOf(network.name, 100)).toEqual({ slot: 4_000, candidates: [words] })
  })

  test('is looked for in a list of any length', async () => {
    const slots = Array.from({ length: 200_000 }, (_, i) => 103 + i)
    node.script = ({ method }) =>
      method === 'getBlocks' ? { body: `{"jsonrpc":"2.0","id":1,"result":${JSON.stringify(slots)}}` } : null
    await findNextBlock(network, 100)
    expect(nextBlockOf(network.name, 100)?.slot).toBe(103)
  })

  test.each([
    ['levels', '['.repeat(100_000)],
    ['digits', '1'.repeat(100_000)],
    ['values of one transaction', `[{"meta":[${Array(70_000).fill(0)}]}]`],
  ])('with too many %s is not read, and tried again', async (_, transactions) => {
    node.script = ({ method }) =>
      method === 'getBlock' ? { body: `{"jsonrpc":"2.0","id":1,"result":{"transactions":${transactions}}}` } : null
    await findNextBlock(network, 103)
    expect(nextBlockOf(network.name, 103)).toBeNull()
    node.script = null
    await clock.pass(61_000)
    await findNextBlock(network, 103)
    expect(nextBlockOf(network.name, 103)).toEqual({ slot: 104, candidates: [] })
  })

  test('is read without what nobody reads, and one that holds none is told apart', async () => {
    let filling: unknown[] = Array(250).fill(transactionOf('plain', []))
    const transaction = { ...transactionOf('odd', []), version: 1 }
    const meta = { ...(transaction.meta as object), logMessages: Array(5_000).fill('x'), more: { deep: [[[]]] } }
    node.script = ({ method }) =>
      method === 'getBlock' ? { result: () => ({ transactions: [{ ...transaction, meta }, ...filling] }) } : null
    await findNextBlock(network, 103)
    const words = expect.stringMatching(/^Transaction \w+ has version 1, which the indexer may not know\.$/)
    expect(nextBlockOf(network.name, 103)).toEqual({ slot: 104, candidates: [words] })
    filling = [{ transaction: 'none' }]
    await findNextBlock(network, 102)
    expect(nextBlockOf(network.name, 102)).toEqual({ slot: 103, candidates: ['The node’s answer is no block.'] })
  })

  test('that a node lists and calls skipped is no other slot', async () => {
    node.script = ({ method }) => (method === 'getBlock' ? { error: { code: -32009, message: 'skipped' } } : null)
    await findNextBlock(network, 102)
    expect(nextBlockOf(network.name, 102)).toEqual({
      slot: 103,
      candidates: [
        'The node calls slot 103 skipped, or missing in its long-term storage (error -32009).',
        'It lists a block of this slot all the same.',
      ],
    })
  })

  test('a node that fails is asked again after a minute, then more seldom', async () => {
    node.script = () => ({ status: 500 })
    for (let second = 0; second < 200; second += 5) {
      await findNextBlock(network, 103)
      await clock.pass(5_000)
    }
    expect(requests()).toHaveLength(3)
    expect(nextBlockOf(network.name, 103)).toBeNull()
    node.script = null
    await clock.pass(240_000)
    await findNextBlock(network, 103)
    expect(nextBlockOf(network.name, 103)).toEqual({ slot: 104, candidates: [] })
  })

  test('is not asked of an indexer that answers in the place of a node', async () => {
    setChain(network, { urls: [node.url], own: true, isIndexer: true })
    await findNextBlock(network, 100)
    expect(requests()).toEqual([])
  })
})
