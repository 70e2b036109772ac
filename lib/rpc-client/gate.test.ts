import { describe, expect, test } from 'vitest'
import { virtualTime } from '@/lib/testing/virtual-time'
import { RateLimitGate } from './gate'

const clock = virtualTime()

describe('the 429 gate', () => {
  test('stays closed for as long as it was first asked to, though a later answer asks for less', () => {
    const gate = new RateLimitGate()
    gate.close(60_000)
    clock.skip(1_000)
    expect(gate.close(2_000)).toBe(59_000)
    clock.skip(58_999)
    expect(() => gate.pass()).toThrow()
  })

  test('an answer to what was asked before a refusal does not make the next pause a short one', () => {
    const gate = new RateLimitGate(() => 0.5)
    const pause = gate.close(null)
    gate.succeeded()
    clock.skip(pause)
    expect(gate.close(null)).toBe(2_000)
  })
})
