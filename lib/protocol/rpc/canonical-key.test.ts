import { expect, test } from 'vitest'
import { keyOf } from './canonical-key'

test('the same question has one key, in whatever order its parameters stand', () => {
  const one = { owner: 'A', filters: [{ memcmp: { offset: 1, bytes: 'x' } }], limit: 10 }
  const other = { limit: 10, filters: [{ memcmp: { bytes: 'x', offset: 1 } }], owner: 'A' }
  expect(keyOf('page', 'devnet', one)).toBe(keyOf('page', 'devnet', other))
})

test('other questions have other keys', () => {
  const keys = [
    keyOf('page', { owner: 'A' }),
    // base58 has two cases.
    keyOf('page', { owner: 'a' }),
    keyOf('page', { owner: 'A', limit: 10 }),
    keyOf('page', { owner: 'A' }, null),
    keyOf('chunk', { owner: 'A' }),
    // The order of filters is the reader's.
    keyOf('page', { filters: ['x', 'y'] }),
    keyOf('page', { filters: ['y', 'x'] }),
    keyOf('page', { filters: { 0: 'x', 1: 'y' } }),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})
