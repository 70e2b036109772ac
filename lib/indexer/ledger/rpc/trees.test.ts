import { base58 } from '@scure/base'
import { afterEach, expect, it } from 'vitest'
import { MACHINE_CLOCK } from '@/lib/platform/clock'
import { everyRow } from '@/lib/testing/indexer/every-row'
import { groupV1, inTree, key, PROGRAM_IDS, TREE_V1, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { type Following, followNodes, undisturbed } from '@/lib/testing/node/followed'
import { grown, slotsFrom } from '@/lib/testing/node/made-chain'
import { type NodeStandIn, startNode } from '@/lib/testing/node/stand-in'
import { Trees } from './trees'

const GROUP = base58.decode('24rt4RgeyjUCWGS2eF7L7gyNMuz6JWdqYpAvb1KRoHxs')
const V1 = [172, 43, 172, 186, 29, 73, 219, 84]
const V2 = [...Buffer.from('BatchMta')]
const PADDING = Array<number>(8).fill(0)
const { compression } = PROGRAM_IDS
const { signal } = new AbortController()

it.each([
  ['a v1 tree of the group', compression, [...V1, ...GROUP], true],
  ['a batched tree of the group', compression, [...V2, ...PADDING, ...GROUP], true],
  ['a v1 tree of somebody else', compression, [...V1, ...key('somebody')], false],
  ['a batched tree of somebody else', compression, [...V2, ...PADDING, ...key('somebody')], false],
  ['the group’s key at the other layout’s place', compression, [...V1, ...PADDING, ...GROUP], false],
  ['the bytes of a tree in an account of another program', base58.encode(key('program')), [...V1, ...GROUP], false],
  ['another account', compression, [...PADDING, ...GROUP], false],
  ['too few bytes', compression, [...V1, ...GROUP.subarray(0, 31)], false],
])('%s', async (_, owner, data, genuine) => {
  let lookups = 0
  const accountHead = async () => {
    lookups++
    return { owner, data: new Uint8Array(data) }
  }
  const trees = new Trees({ accountHead }, compression)
  expect(await trees.accepts(key('tree'), 7, signal)).toBe(genuine)
  // Remembered, and answered at once.
  expect(trees.accepts(key('tree'), 8, signal)).toBe(genuine)
  expect(lookups).toBe(1)
})

it('knows the public trees, and takes every tree of another compression program, without asking', () => {
  const accountHead = () => Promise.reject(new Error('asked'))
  expect(new Trees({ accountHead }, compression).accepts(TREE_V1, 7, signal)).toBe(true)
  expect(new Trees({ accountHead }, base58.encode(key('other'))).accepts(key('tree'), 7, signal)).toBe(true)
})

let node: NodeStandIn | null = null
let live: Following | null = null
afterEach(async () => {
  await live?.stop()
  await node?.close()
})

it('drops outputs into trees of others, keeps their transactions, and asks once for each tree', async () => {
  /** A v1 group whose tree is another one. */
  const groupIn = (tree: Uint8Array, name: string) =>
    inTree(groupV1({ outputs: [{ hash: key(name), owner: key('owner'), leafIndex: 1 }] }), tree)
  const filled = (foreign: boolean) =>
    grown([], {
      slots: slotsFrom(1, 12),
      filling: (height) => [
        transactionOf(`known ${height}`, [groupIn(TREE_V1, `known ${height}`)]),
        transactionOf(`genuine ${height}`, [groupIn(key('genuine'), `genuine ${height}`)]),
        ...(foreign ? [transactionOf(`foreign ${height}`, [groupIn(key('foreign'), `foreign ${height}`)])] : []),
        ...(foreign ? [transactionOf(`missing ${height}`, [groupIn(key('missing'), `missing ${height}`)])] : []),
      ],
    })
  node = await startNode(filled(true))
  const account = (group: Uint8Array) => ({ owner: compression, data: new Uint8Array([...V1, ...group, ...PADDING]) })
  node.accounts.set(base58.encode(key('genuine')), account(GROUP))
  node.accounts.set(base58.encode(key('foreign')), account(key('somebody')))
  // The machine's own time: a request that is given up on a busy machine would be asked twice.
  live = await followNodes([node], { clock: MACHINE_CLOCK })
  await live.reached(filled(true))
  const { accounts, trees, transactions } = await everyRow(live.store)
  const expected = await everyRow(await undisturbed(filled(false)))
  expect(accounts).toEqual(expected.accounts)
  expect(trees).toEqual(expected.trees)
  expect(transactions).toHaveLength(48)
  expect(node.requests.filter(({ method }) => method === 'getAccountInfo')).toHaveLength(3)
})
