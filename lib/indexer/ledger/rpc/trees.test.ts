import { base58 } from '@scure/base'
import { expect, it } from 'vitest'
import { key, PROGRAM_IDS, TREE_V1 } from '@/lib/testing/indexer/synthetic-chain'
import { GenuineTrees } from './trees'

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
  const trees = new GenuineTrees({ accountHead }, compression)
  expect(await trees.accepts(key('tree'), 7, signal)).toBe(genuine)
  expect(trees.accepts(key('tree'), 8, signal)).toBe(genuine)
  expect(lookups).toBe(1)
})

it('knows the public trees, and takes every tree of another compression program, without asking', () => {
  const accountHead = () => Promise.reject(new Error('asked'))
  expect(new GenuineTrees({ accountHead }, compression).accepts(TREE_V1, 7, signal)).toBe(true)
  expect(new GenuineTrees({ accountHead }, base58.encode(key('other'))).accepts(key('tree'), 7, signal)).toBe(true)
})
