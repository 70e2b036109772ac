import { describe, expect, test } from 'vitest'
import { lifeOf } from './life'

const at = (signature: string, slot: number) => ({ signature, slot, blockTime: 0 })

describe('the life of an account version', () => {
  test('one signature is its creation', () => {
    expect(lifeOf([at('a', 5)])).toMatchObject({ kind: 'created', created: { signature: 'a' }, roles: ['created'] })
  })

  test('two signatures are creation and consumption by slot, in whichever order they come', () => {
    const newestFirst = lifeOf([at('b', 9), at('a', 5)])
    const oldestFirst = lifeOf([at('a', 5), at('b', 9)])
    expect(newestFirst).toMatchObject({ created: { signature: 'a' }, consumed: { signature: 'b' }, sameSlot: false })
    expect(oldestFirst).toMatchObject({ created: { signature: 'a' }, consumed: { signature: 'b' }, sameSlot: false })
    expect(newestFirst.roles).toEqual(['consumed', 'created'])
    expect(oldestFirst.roles).toEqual(['created', 'consumed'])
  })

  test('two signatures in one slot have no order that could be told', () => {
    expect(lifeOf([at('b', 5), at('a', 5)])).toMatchObject({ sameSlot: true, roles: ['unknown', 'unknown'] })
  })

  test('any other number of signatures gets no roles', () => {
    expect(lifeOf([]).kind).toBe('odd')
    expect(lifeOf([at('a', 1), at('b', 2), at('c', 3)])).toEqual({
      kind: 'odd',
      roles: ['unknown', 'unknown', 'unknown'],
    })
  })
})

describe('the life of an account version whose transactions are read', () => {
  test('has its roles within one slot, and within one transaction', () => {
    const items = [at('a', 5), at('b', 5)]
    expect(lifeOf(items, { created: 'a', consumed: 'b' })).toMatchObject({
      created: { signature: 'a' },
      consumed: { signature: 'b' },
      sameSlot: false,
      roles: ['created', 'consumed'],
    })
    expect(lifeOf([at('a', 5)], { created: 'a', consumed: 'a' })).toMatchObject({ kind: 'consumed', sameSlot: false })
    expect(lifeOf([at('a', 5)], { created: 'a', consumed: null }).kind).toBe('created')
  })

  test('keeps to the signatures where they are others', () => {
    expect(lifeOf([at('b', 9), at('a', 5)], { created: 'x', consumed: 'b' }).roles).toEqual(['consumed', 'created'])
  })
})
