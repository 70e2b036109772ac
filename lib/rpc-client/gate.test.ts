import { describe, expect, test } from 'vitest'
import { virtualTime } from '@/lib/testing/virtual-time'
import { Gate } from './gate'

const clock = virtualTime()

describe('the 429 gate', () => {
  test('is closed for as long as the indexer asked, and says how long that is', () => {
    const gate = new Gate()
    gate.pass()
    expect(gate.close(2_000)).toBe(2_000)
    clock.skip(1_500)
    expect(() => gate.pass()).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ retryAfterMs: 500 }) }),
    )
    clock.skip(500)
    expect(() => gate.pass()).not.toThrow()
  })

  test('stays closed for as long as it was first asked to, though a later answer asks for less', () => {
    const gate = new Gate()
    gate.close(60_000)
    clock.skip(1_000)
    expect(gate.close(2_000)).toBe(59_000)
    clock.skip(58_999)
    expect(() => gate.pass()).toThrow()
  })

  test('an answer to what was asked before a refusal does not make the next pause a short one', () => {
    const gate = new Gate(() => 0.5)
    const pause = gate.close(null)
    gate.succeeded()
    clock.skip(pause)
    expect(gate.close(null)).toBe(2_000)
  })

  test('without a wish: 1 s, then twice as long with each refusal up to 30 s, and from the start after an answer', () => {
    const gate = new Gate(() => 0.5)
    const pauses = Array.from({ length: 7 }, () => {
      const pause = gate.close(null)
      clock.skip(pause)
      return pause
    })
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    gate.succeeded()
    expect(gate.close(null)).toBe(1_000)
  })
})

describe('our own pauses', () => {
  test('vary by a fifth either way; one that the indexer named does not', () => {
    const shortest = new Gate(() => 0)
    const longest = new Gate(() => 1)
    expect([shortest.close(null), longest.close(null)]).toEqual([800, 1_200])
    expect(new Gate(() => 1).close(2_000)).toBe(2_000)
  })
})
