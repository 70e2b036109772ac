import { describe, expect, test } from 'vitest'
import { lifeOf } from './life'
import { changeSince } from './summary'

const item = (slot: number) => ({ signature: `${slot}`, slot, blockTime: 0 })
const at = (...slots: number[]) => lifeOf(slots.map(item))
const read = (created: number, consumed: number | null) =>
  lifeOf([item(created)], {
    liveAt: null,
    chain: { kind: 'read', created: `${created}`, consumed: consumed === null ? null : item(consumed) },
  })

describe('since a link was taken', () => {
  test.each([
    [200, at(50), 'It was created by then; no consuming transaction known.'],
    [200, read(50, null), 'It was live then; no consuming transaction known since.'],
    [200, read(50, 50), 'It was already consumed by then.'],
    [200, at(150), 'Created after that, in slot 150.'],
    [200, read(150, 150), 'Created and consumed after that, in slot 150.'],
    [200, at(150, 160), 'Created after that, in slot 150, and consumed since.'],
    [200, lifeOf([item(8)], { liveAt: 9, chain: { kind: 'disagrees', why: '' } }), 'Changes in between are unknown.'],
    [200, at(150, 50), 'It was live when the link was taken, and was consumed since, in slot 150.'],
    [200, at(90, 50), 'It was already consumed by then.'],
    [200, at(100, 50), 'It was already consumed by then.'],
    [200, at(1, 2, 3), 'Changes in between are unknown.'],
    [200, null, 'Changes in between are unknown.'],
    [90, at(50), 'This data is older than the link: what the sender saw may be missing.'],
  ])('an account at slot %i', (slot, life, words) => {
    expect(changeSince(100, slot, life)).toBe(words)
  })
})
