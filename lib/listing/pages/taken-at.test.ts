import { describe, expect, test } from 'vitest'
import { listSince } from './taken-at'

describe('since a link was taken', () => {
  test.each([
    [100, [50, 60], 'Same slot: these are the rows the sender saw.'],
    [99, [50], 'This data is older than the link: what the sender saw may be missing.'],
    [200, [50, 100], 'No newer accounts on this page; others may be gone.'],
    [200, [50, 101], '1 newer account on this page; others may be gone.'],
    [200, [150, 101], '2 newer accounts on this page; others may be gone.'],
  ])('a list at slot %i with rows of slots %j', (slot, created, words) => {
    expect(listSince(100, slot, created, 'account')).toBe(words)
  })
})
