import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BlockTimes } from '../../upstream/indexer/block-times'
import { headAgeOf } from './head-age'

const START = 1_763_600_000

describe('the age of the head', () => {
  test('is not told without a signature, nor from one far below', () => {
    const times = new BlockTimes()
    expect(headAgeOf(times, 100, START * 1_000)).toBeNull()
    times.learn(100, [{ slot: 100, blockTime: START }])
    expect(headAgeOf(times, 100_000, START * 1_000)).toBeNull()
  })

  test('names what it is reckoned from', () => {
    const times = new BlockTimes()
    times.learn(100, [{ slot: 100, blockTime: START }])
    expect(headAgeOf(times, 100, START * 1_000 + 10_500)).toEqual({
      seconds: 10,
      errorSeconds: 1.5,
      anchor: { slot: 100, time: new Date(START * 1_000).toISOString() },
    })
  })

  test('is not told while clocks contradict each other, and less exactly while they differ', () => {
    const times = new BlockTimes()
    times.learn(100, [{ slot: 100, blockTime: START }])
    expect(headAgeOf(times, 100, (START - 30) * 1_000)).toBeNull()
    times.compareClocks((START + 60) * 1_000, START * 1_000, START * 1_000)
    expect(headAgeOf(times, 100, START * 1_000)?.errorSeconds).toBeGreaterThan(30)
  })

  test('the true age lies within the margin, whatever the pace of the chain, the gaps and what is asked', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.3, max: 0.7, noNaN: true }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 600 }),
        fc.double({ min: 0, max: 5_000, noNaN: true }),
        (secondsPerSlot, gaps, beyond, trueAge) => {
          const times = new BlockTimes()
          let slot = 1_000
          const secondsOf = (of: number) => START + of * secondsPerSlot
          for (const gap of gaps) {
            slot += gap
            times.learn(slot, [{ slot, blockTime: Math.floor(secondsOf(slot)) }])
          }
          const head = slot + beyond
          const age = headAgeOf(times, head, (secondsOf(head) + trueAge) * 1_000)
          if (age === null) return
          expect(Math.abs(age.seconds - trueAge)).toBeLessThanOrEqual(age.errorSeconds + 0.1)
        },
      ),
    )
  })
})
