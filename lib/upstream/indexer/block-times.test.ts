import { describe, expect, test } from 'vitest'
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
    expect(new Set(stored).size).toBeLessThanOrEqual(96)
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
