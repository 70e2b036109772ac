import { describe, expect, test } from 'vitest'
import { lifeOf } from '../api/life'
import { accountSince, listSince } from './taken-at'

const at = (...slots: number[]) => lifeOf(slots.map((slot) => ({ signature: `${slot}`, slot, blockTime: 0 })))

describe('since a link was taken', () => {
  test.each([
    [100, [50, 60], 'Nothing lies between: these are the rows that its sender saw.'],
    [99, [50], 'This answer is older than the link: what its sender saw may be missing here.'],
    [200, [50, 100], 'None of the accounts on this page came since; others may have gone.'],
    [200, [50, 101], '1 of the accounts on this page came since; others may have gone.'],
    [200, [150, 101], '2 of the accounts on this page came since; others may have gone.'],
  ])('a list at slot %i with rows of slots %j', (slot, created, words) => {
    expect(listSince(100, slot, created, 'account')).toBe(words)
  })

  test.each([
    [200, at(50), 'It was live then, and nothing is known to have consumed it since.'],
    [200, at(150), 'It came after that, in slot 150.'],
    [200, at(150, 50), 'It was live when the link was taken, and was consumed since, in slot 150.'],
    [200, at(90, 50), 'It had been consumed by then already.'],
    [200, at(100, 50), 'It had been consumed by then already.'],
    [200, at(1, 2, 3), 'What happened between cannot be told.'],
    [200, null, 'What happened between cannot be told.'],
    [90, at(50), 'This answer is older than the link: what its sender saw may be missing here.'],
  ])('an account at slot %i', (slot, life, words) => {
    expect(accountSince(100, slot, life)).toBe(words)
  })
})
