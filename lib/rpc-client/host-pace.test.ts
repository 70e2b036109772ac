import { describe, expect, test } from 'vitest'
import { HostPace } from './host-pace'

function paced() {
  const time = { ms: 0 }
  return { time, pace: new HostPace(() => time.ms) }
}

const hint = (remaining: number, resetMs: number | null = null) => ({ remaining, limit: null, resetMs })

describe('calls under way', () => {
  test('take their part of what is left', () => {
    const { pace } = paced()
    pace.note(hint(20, 4_000), 0, false, 19)
    expect(pace.waitMs()).toBe(0)
    pace.note(hint(19, 4_000), 0, false, 19)
    expect(pace.waitMs()).toBe(4_000)
  })

  test('do not make a host unbelievable that answers: it has not said that nothing is left', () => {
    const { time, pace } = paced()
    pace.note(hint(5, 60_000), 0, false, 19)
    expect(pace.waitMs()).toBe(10_000)
    time.ms = 10_000
    pace.note(hint(4, 50_000), 10_000, false)
    pace.note(hint(0, 50_000), 10_000, false)
    expect(pace.waitMs()).toBe(10_000)
  })
})

test('a host that answers though it said that nothing is left is hardly believed', () => {
  const { time, pace } = paced()
  pace.note(hint(0, 60_000), 0, false)
  time.ms = 10_000
  pace.note(hint(0, 50_000), 10_000, false)
  expect(pace.waitMs()).toBe(1_000)
})
