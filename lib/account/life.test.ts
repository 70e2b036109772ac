import { describe, expect, test } from 'vitest'
import { problem } from '../api/problem'
import type { ChainEvidence } from '../page/evidence'
import { chainEvidence, lifeOf } from './life'

const at = (signature: string, slot: number) => ({ signature, slot, blockTime: 0 })
const read = (created: string, consumed: ReturnType<typeof at> | null): ChainEvidence => ({
  kind: 'read',
  created,
  consumed,
})
const known = (chain: ChainEvidence, liveAt: number | null = null) => ({ chain, liveAt })

describe('the life of an account version by its signatures alone', () => {
  test('one signature is its creation, and whether that consumed it too is not known: never live', () => {
    expect(lifeOf([at('a', 5)])).toMatchObject({ kind: 'created', created: { signature: 'a' }, roles: ['created'] })
    expect(lifeOf([at('a', 5), at('a', 5)])).toMatchObject({ kind: 'created', roles: ['created', 'created'] })
  })

  test('two signatures are creation and consumption by slot, in whichever order they come', () => {
    const newestFirst = lifeOf([at('b', 9), at('a', 5)])
    const oldestFirst = lifeOf([at('a', 5), at('b', 9)])
    expect(newestFirst).toMatchObject({ created: { signature: 'a' }, consumed: { signature: 'b' }, sameSlot: false })
    expect(oldestFirst).toMatchObject({ created: { signature: 'a' }, consumed: { signature: 'b' }, sameSlot: false })
    expect(newestFirst.roles).toEqual(['consumed', 'created'])
    expect(oldestFirst.roles).toEqual(['created', 'consumed'])
  })

  test('two signatures in one slot are consumed, and have no order that could be told', () => {
    expect(lifeOf([at('b', 5), at('a', 5)])).toMatchObject({
      kind: 'consumed',
      sameSlot: true,
      roles: ['unknown', 'unknown'],
    })
  })

  test('any other number of signatures is unknown', () => {
    expect(lifeOf([])).toEqual({ kind: 'unknown', roles: [] })
    expect(lifeOf([at('a', 1), at('b', 2), at('c', 3)])).toEqual({
      kind: 'unknown',
      roles: ['unknown', 'unknown', 'unknown'],
    })
  })
})

describe('the life of an account version whose creating transaction was read', () => {
  test('is live, or consumed by the transaction that created it, though the signatures are the same', () => {
    const items = [at('a', 5)]
    expect(lifeOf(items, known(read('a', null)))).toMatchObject({ kind: 'live', roles: ['created'] })
    expect(lifeOf(items, known(read('a', at('a', 5))))).toMatchObject({
      kind: 'consumed',
      sameSlot: false,
      roles: ['created and consumed'],
    })
  })

  test('has its roles within one slot', () => {
    expect(lifeOf([at('a', 5), at('b', 5)], known(read('a', at('b', 5))))).toMatchObject({
      kind: 'consumed',
      created: { signature: 'a' },
      consumed: { signature: 'b' },
      sameSlot: false,
      roles: ['created', 'consumed'],
    })
  })

  test('is consumed as soon as either source names the end', () => {
    const consumed = { kind: 'consumed', consumed: at('b', 9) }
    expect(lifeOf([at('b', 9), at('a', 5)], known(read('a', null)))).toMatchObject(consumed)
    expect(lifeOf([at('a', 5)], known(read('a', at('b', 9))))).toMatchObject({ ...consumed, roles: ['created'] })
  })

  test.each([
    ['a creating transaction that is not listed', [at('b', 9), at('a', 5)], read('x', at('b', 9))],
    ['no listed transaction at all', [], read('a', null)],
    ['another consuming transaction', [at('b', 9), at('a', 5)], read('a', at('a', 5))],
    ['an end before the beginning', [at('b', 4), at('a', 5)], read('a', null)],
    ['a node that says so', [at('a', 5)], { kind: 'disagrees', why: 'x' } as const],
  ])('contradicts itself with %s', (_, items, word) => {
    expect(lifeOf(items, known(word))).toMatchObject({ kind: 'contradiction', roles: items.map(() => 'unknown') })
  })

  test('is unknown where the indexer lists too many signatures', () => {
    expect(lifeOf([at('a', 1), at('b', 2), at('c', 3)], known(read('a', null))).kind).toBe('unknown')
  })
})

describe('the life of an account version that its owner’s list has', () => {
  test.each([
    ['live', [at('a', 5)], 5],
    ['created', [at('a', 5)], 4],
    ['consumed', [at('b', 9), at('a', 5)], 9],
    ['contradiction', [at('b', 9), at('a', 5)], 10],
  ] as const)('is %s', (kind, items, liveAt) => {
    expect(lifeOf(items, known(null, liveAt)).kind).toBe(kind)
  })
})

test('a chain node that fails says nothing of a life, one that contradicts the indexer does', () => {
  const failed = (code: 'chain_unavailable' | 'chain_mismatch' | 'sources_disagree') =>
    chainEvidence({ ok: false, problem: problem(code, 'why') })
  expect([failed('chain_unavailable'), failed('chain_mismatch'), chainEvidence(null)]).toEqual([null, null, null])
  expect(failed('sources_disagree')).toEqual({ kind: 'disagrees', why: 'why' })
})
