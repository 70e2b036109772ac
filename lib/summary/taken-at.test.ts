import { describe, expect, test } from 'vitest'
import { lifeOf } from '../api/life'
import { accountSince, listSince } from './taken-at'

const at = (...slots: number[]) => lifeOf(slots.map((slot) => ({ signature: `${slot}`, slot, blockTime: 0 })))

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

  test.each([
    [200, at(50), 'It was live then; no consuming transaction known since.'],
    [200, at(150), 'Created after that, in slot 150.'],
    [200, at(150, 50), 'It was live when the link was taken, and was consumed since, in slot 150.'],
    [200, at(90, 50), 'It was already consumed by then.'],
    [200, at(100, 50), 'It was already consumed by then.'],
    [200, at(1, 2, 3), 'Changes in between are unknown.'],
    [200, null, 'Changes in between are unknown.'],
    [90, at(50), 'This data is older than the link: what the sender saw may be missing.'],
  ])('an account at slot %i', (slot, life, words) => {
    expect(accountSince(100, slot, life)).toBe(words)
  })
})
