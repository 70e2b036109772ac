import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { COUNTER_BYTES, leafCounterAccount, nextLeafIndex } from './next-leaf'

/*
 * The first 288 bytes of a v1 tree's account and of a v2 output queue's as @lightprotocol/zk-compression-cli 0.28.3 ships them,
 * and after the real programs (litesvm) appended 1, 2 and 3 accounts.
 */
type Words = Record<number, string>
const OWNER: Words = { 8: '0fd8d447d3a33e55', 16: '2c98f11f1776ae32', 24: 'e20ec28714083944', 32: '0f5d30c6e75748d8' }
const THRESHOLDS: Words = { 120: '5f', 128: '8813', 136: 'ffffffffffffffff', 144: 'ffffffffffffffff' }
const V1: Words = {
  ...{ 0: 'ac2bacba1d49db54', ...OWNER, 112: '2c01', ...THRESHOLDS },
  ...{ 160: '0bb309fdae0e3ad4', 168: '83e90743b4dba7d2', 176: '855195819222c772', 184: '5dab6ae4928cfd55' },
  ...{ 224: '1a', 232: '0a' },
}
const V1_AFTER_SIX: Words = {
  ...{ ...V1, 240: '06', 248: '06' },
  ...{ 256: '1df08aaae7d06f07', 264: 'dfe0f2cecd2893e8', 272: 'f189d97f0d9ae9f0', 280: 'dbf74a7fbf9009a8' },
}
const V2: Words = {
  ...{ 0: '7175657565616363', ...OWNER, 112: '01', ...THRESHOLDS, 152: 'c436' },
  ...{ 160: '08e87e298f0faa26', 168: 'c9d8ef41d7e9e925', 176: '96a70fa93eb99f08', 184: 'f8cdd1f59d8ec817' },
  ...{ 224: '05', 232: '02', 240: '32', 248: '0a' },
}
const V2_AFTER_SIX: Words = { ...V2, 280: '06' }

function accountOf(words: Words): Buffer {
  const bytes = Buffer.alloc(COUNTER_BYTES)
  for (const [at, hex] of Object.entries(words)) bytes.write(hex, Number(at), 'hex')
  return bytes
}

describe('the next leaf index', () => {
  it.each([
    ['a new tree (v1)', 1, V1, 0],
    ['a tree (v1) with six leaves', 1, V1_AFTER_SIX, 6],
    ['a new output queue (v2)', 3, V2, 0],
    ['an output queue (v2) that was given six', 3, V2_AFTER_SIX, 6],
    ['a tree of more than 2^31 leaves', 1, { ...V1, 240: 'ffffffff' }, 2 ** 32 - 1],
  ])('of %s', (_, treeType, words, next) => {
    expect(nextLeafIndex(treeType, accountOf(words))).toBe(next)
  })

  it.each([
    ['another account', 1, accountOf(V2_AFTER_SIX)],
    ['a tree where its queue counts', 3, accountOf(V1_AFTER_SIX)],
    ['an address tree', 4, accountOf(V2_AFTER_SIX)],
    ['an account that is too short', 1, accountOf(V1_AFTER_SIX).subarray(0, 280)],
    ['a number that no tree reaches', 3, accountOf({ ...V2, 280: '0000000000000001' })],
  ])('is not known of %s', (_, treeType, account) => {
    expect(nextLeafIndex(treeType, account)).toBeNull()
  })

  it('stands in the account of a v1 tree and in the output queue of a v2 tree', () => {
    const [tree, queue] = [new Uint8Array(32).fill(1), base58.decode('oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto')]
    expect(leafCounterAccount({ tree, treeType: 1, queue: new Uint8Array() })).toBe(tree)
    expect(leafCounterAccount({ tree, treeType: 3, queue })).toBe(queue)
    expect(leafCounterAccount({ tree, treeType: 3, queue: new Uint8Array() })).toBeNull()
    expect(leafCounterAccount({ tree, treeType: 2, queue })).toBeNull()
  })
})
