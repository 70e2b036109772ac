import { base58 } from '@scure/base'
import { beforeEach, expect, it } from 'vitest'
import { MACHINE_CLOCK } from '@/lib/platform/clock'
import { COUNTER_BYTES } from '@/lib/protocol/light/next-leaf'
import { PROGRAM_IDS, QUEUE_V2, TREE_V1, TREE_V2 } from '@/lib/testing/indexer/synthetic-chain'
import type { NodeStandIn } from '@/lib/testing/node/stand-in'
import { nodeOfTest } from '@/lib/testing/of-test'
import { chainIdentity } from '../../store/store'
import { createLeafFetcher } from './chain-leaves'
import { LeafRanges } from './leaf-ranges'

let node: NodeStandIn
beforeEach(async () => {
  node = await nodeOfTest()
  node.serve([], 500)
  node.accounts.set(base58.encode(TREE_V1), counting(Buffer.from([172, 43, 172, 186, 29, 73, 219, 84]), 240, 77n))
  node.accounts.set(base58.encode(QUEUE_V2), counting(Buffer.from('queueacc'), 280, 12n))
})

function counting(head: Buffer, offset: number, next: bigint) {
  const data = Buffer.alloc(COUNTER_BYTES + 100)
  head.copy(data)
  data.writeBigUInt64LE(next, offset)
  return { owner: PROGRAM_IDS.compression, data }
}

const ranges = new LeafRanges()
const none = new Uint8Array()
const TREES = [
  { tree: TREE_V1, treeType: 1, queue: none, ranges, nextAt: 77 },
  { tree: TREE_V2, treeType: 3, queue: QUEUE_V2, ranges, nextAt: 12 },
  { tree: new Uint8Array(32).fill(3), treeType: 4, queue: none, ranges, nextAt: 1 },
  { tree: new Uint8Array(32).fill(4), treeType: 1, queue: none, ranges, nextAt: 1 },
]

const ask = (ledger = chainIdentity(node.genesisHash)) =>
  createLeafFetcher(
    { urls: [node.url], commitment: 'confirmed', compressionProgram: PROGRAM_IDS.compression },
    ledger,
    MACHINE_CLOCK,
  )(TREES, new AbortController().signal)

it('asks for all trees at once, as of one finalized slot, and for no more bytes than it reads', async () => {
  const { slot, next } = await ask()
  expect(slot).toBe(500 - node.finalizedBehind)
  expect([...next]).toEqual([
    [base58.encode(TREE_V1), 77],
    [base58.encode(TREE_V2), 12],
  ])
  const [request, ...others] = node.requests.filter(({ method }) => method === 'getMultipleAccounts')
  expect(others).toEqual([])
  expect(request?.params[1]).toMatchObject({ commitment: 'finalized', dataSlice: { offset: 0, length: 288 } })
})

it.each([
  ['error -32601', { error: { code: -32601, message: 'Method not found' } }],
  ['HTTP 405', { status: 405 }],
])('fails once, in words, where a node answers such requests by %s', async (words, fault) => {
  node.script = ({ method }) => (method === 'getMultipleAccounts' ? fault : null)
  await expect(ask()).rejects.toThrow(`the node does not answer getMultipleAccounts (${words})`)
  expect(node.requests.filter(({ method }) => method === 'getMultipleAccounts')).toHaveLength(1)
})

it('fails in words where the node is on another chain', async () => {
  await expect(ask(chainIdentity('another'))).rejects.toThrow('LEDGER is on another chain')
})
