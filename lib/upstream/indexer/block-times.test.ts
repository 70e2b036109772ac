import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '@/lib/testing/suite'
import { slotTime } from '../../format/slot-time'
import { BlockTimes, REACH_SLOTS } from './block-times'

const START = 1_763_600_000

function at(slot: number, secondsPerSlot = 0.4) {
  return { slot, blockTime: Math.floor(START + slot * secondsPerSlot) }
}

describe('block times', () => {
  test('the nearest pair, from any answer; times that the chain does not know teach nothing', () => {
    const times = new BlockTimes()
    expect(times.nearest(100)).toBeNull()
    times.learn(200, [{ slot: 150, blockTime: 0 }])
    times.learn(200, [])
    times.learn(200, [{ slot: 201, blockTime: START }])
    expect(times.nearest(100)).toBeNull()
    times.learn(200, [at(190), at(120), at(20)])
    expect(times.nearest(200)).toEqual({ slot: 190, seconds: START + 76 })
    expect(times.nearest(30)?.slot).toBe(20)
    expect(times.nearest(190 + REACH_SLOTS)?.slot).toBe(190)
    expect(times.nearest(191 + REACH_SLOTS)).toBeNull()
  })

  test('the pace is assumed, widely, until pairs are half a minute apart', () => {
    const times = new BlockTimes()
    expect(times.pace()).toEqual({ secondsPerSlot: 0.4, error: 0.4 })
    times.learn(100, [at(70), at(0)])
    expect(times.pace()).toEqual({ secondsPerSlot: 0.4, error: 0.4 })
  })

  test.each([0.05, 0.38, 0.4, 0.6])('a pace of %d s a slot is measured within its margin', (secondsPerSlot) => {
    const times = new BlockTimes()
    const step = Math.round(4 / secondsPerSlot)
    for (let slot = 0; slot < 20 * step; slot += step) times.learn(slot, [at(slot, secondsPerSlot)])
    const { secondsPerSlot: measured, error } = times.pace()
    expect(Math.abs(measured - secondsPerSlot)).toBeLessThan(error)
    expect(error).toBeLessThan(0.2 * secondsPerSlot + 0.02)
  })

  test('a pace across a standstill of the chain has a wide margin', () => {
    const times = new BlockTimes()
    times.learn(200, [at(200), at(0)])
    times.learn(300, [{ slot: 300, blockTime: at(300).blockTime + 600 }])
    const { secondsPerSlot, error } = times.pace()
    expect(secondsPerSlot - error).toBeLessThan(0.4)
    expect(secondsPerSlot + error).toBeGreaterThan(6)
  })

  test('stays small, whatever it learns', () => {
    const times = new BlockTimes()
    for (let slot = 1; slot <= 10_000; slot++) times.learn(slot, [at(slot)])
    const stored = Array.from({ length: REACH_SLOTS + 1 }, (_, i) => times.nearest(10_000 - i)?.slot)
    expect(new Set(stored).size).toBeLessThanOrEqual(256)
    expect(times.nearest(10_000)?.slot).toBe(10_000)
  })

  test('a chain that begins anew forgets the one before', () => {
    const times = new BlockTimes()
    times.learn(5_000, [at(5_000)])
    times.learn(4_900, [at(4_890)])
    expect(times.nearest(5_000)?.slot).toBe(5_000)
    times.learn(4_000, [at(3_990)])
    expect(times.nearest(5_000)?.slot).toBe(3_990)
  })

  test('every estimate is within its margin, on a chain that stops anywhere between the known blocks', () => {
    const stops = fc.array(fc.record({ at: fc.nat(4_999), seconds: fc.integer({ min: 1, max: 9_000 }) }), {
      maxLength: 4,
    })
    const slots = fc.uniqueArray(fc.nat(4_999), { minLength: 1, maxLength: 40 })
    const paces = fc.array(fc.double({ min: 0.3, max: 0.4, noNaN: true }), { minLength: 50, maxLength: 50 })
    fc.assert(
      fc.property(paces, stops, slots, (paces, stops, slots) => {
        let now = START
        const truth = Array.from({ length: 5_000 }, (_, slot) => {
          for (const { at, seconds } of stops) if (at === slot) now += seconds
          now += paces[Math.floor(slot / 100)] ?? 0
          return { slot, blockTime: Math.floor(now) }
        })
        const times = new BlockTimes()
        for (const slot of slots) times.learn(5_000, [truth[slot] as (typeof truth)[number]])
        const { known } = times
        const from = stops.length === 0 ? 0 : Math.min(...slots)
        const to = stops.length === 0 ? 4_999 : Math.max(...slots)
        for (const { slot, blockTime } of truth.slice(from, to + 1)) {
          const { seconds, margin } = slotTime(known, slot) ?? { seconds: 0, margin: 0 }
          if (Math.abs(seconds - blockTime) > margin)
            throw new Error(`slot ${slot}: ${seconds} ± ${margin}, ${blockTime}`)
        }
      }),
      runs(100, 500, 5_000),
    )
  })

  test('blocks of any age are known, the older the fewer, and an answer corrects what contradicts it', () => {
    const times = new BlockTimes()
    for (let slot = 1; slot <= 100_000; slot += 10) times.learn(slot, [at(slot)])
    const { blocks, pace } = times.known
    expect(blocks.length).toBeLessThanOrEqual(256)
    expect([blocks[0], blocks.at(-1)]).toEqual([
      { slot: 1, seconds: START },
      { slot: 99_991, seconds: at(99_991).blockTime },
    ])
    for (const [i, { slot }] of blocks.slice(1).entries()) {
      expect(slot - (blocks[i]?.slot ?? 0)).toBeLessThanOrEqual(Math.max(50, (100_000 - slot) / 5))
    }
    expect(pace).toBeCloseTo(0.4, 1)
    times.learn(100_000, [{ slot: 50_000, blockTime: START + 30_000 }])
    const after = times.known.blocks.filter(({ slot }) => slot >= 50_000).map(({ slot }) => slot)
    expect(after.length).toBeGreaterThan(10)
    expect(after.filter((slot) => slot < 75_001)).toEqual([50_000])
  })

  test('clocks that differ by more than a Date header and the way explain', () => {
    const times = new BlockTimes()
    times.compareClocks(10_000, 9_900, 10_100)
    expect(times.disagreement).toBe(0)
    times.compareClocks(10_000, 10_950, 11_300)
    expect(times.disagreement).toBe(0)
    times.compareClocks(10_000, 13_000, 13_500)
    expect(times.disagreement).toBe(2)
    times.compareClocks(70_000, 9_900, 10_100)
    expect(times.disagreement).toBe(59.9)
  })
})
