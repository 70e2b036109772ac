import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '@/lib/testing/suite'
import { firstSlotAt } from './first-slot'
import { type KnownTimes, slotTime } from './slot-time'

const START = 1_763_600_000

const chains = fc
  .array(fc.record({ slots: fc.integer({ min: 1, max: 500 }), seconds: fc.nat(400) }), { maxLength: 12 })
  .chain((steps) => {
    const blocks = [{ slot: 100_000, seconds: START }]
    for (const { slots, seconds } of steps) {
      const last = blocks.at(-1) ?? { slot: 0, seconds: 0 }
      blocks.push({ slot: last.slot + slots, seconds: last.seconds + seconds })
    }
    return fc.record<KnownTimes>({ blocks: fc.constant(blocks), pace: fc.constantFrom(0.4, 0.25, null) })
  })

test('of a time is the first slot that is not estimated before it', () => {
  fc.assert(
    fc.property(chains, fc.integer({ min: -9_000, max: 9_000 }), (known, offset) => {
      const seconds = START + offset
      const slot = firstSlotAt(known, seconds) ?? Number.NaN
      const timeOf = (at: number) => slotTime(known, at)?.seconds ?? Number.NaN
      expect(timeOf(slot)).toBeGreaterThanOrEqual(seconds)
      expect(timeOf(slot - 1)).toBeLessThanOrEqual(seconds)
    }),
    runs(500, 2_000, 20_000),
  )
})

test('is none without a block time, and never below the first', () => {
  expect(firstSlotAt({ blocks: [], pace: null }, 1)).toBeNull()
  expect(firstSlotAt({ blocks: [{ slot: 10, seconds: START }], pace: 0.4 }, 0)).toBe(0)
})
