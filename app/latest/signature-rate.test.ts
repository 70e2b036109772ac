import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rateOf } from './signature-rate'

const at = (blockTime: number, more = {}) => ({ signature: `at ${blockTime}`, slot: blockTime, blockTime, ...more })

const second = fc.integer({ min: 0, max: 2 ** 31 })

describe('the rate of signatures', () => {
  test('counts those of each span, and leaves out spans that are not covered as a whole', () => {
    const rows = Array.from({ length: 123 }, (_, i) => at(1_000_121 - i))
    expect(rateOf(rows, null)).toEqual({ width: 5, bars: Array(24).fill(5) })
  })

  test('goes down to none where nothing has come since', () => {
    const rows = Array.from({ length: 60 }, (_, i) => at(1_000_059 - i))
    expect(rateOf(rows, 1_000_123)).toEqual({ width: 5, bars: [...Array(11).fill(5), ...Array(12).fill(0)] })
    expect(rateOf(rows, 1_000_000 + 2 * 86_400)?.bars.at(-1) ?? 0).toBe(0)
    expect(rateOf(rows, 1_000_000 + 3 * 365 * 86_400)?.bars.every((signatures) => signatures === 0)).toBe(true)
    expect(rateOf(rows, 999_000)).toEqual(rateOf(rows, null))
  })

  test('ends at a gap, behind which some may be missing', () => {
    const newer = Array.from({ length: 30 }, (_, i) => at(2_000 - i))
    const older = Array.from({ length: 30 }, (_, i) => at(1_930 - i, i === 0 && { unseenFrom: 'x' }))
    expect(rateOf([...newer, ...older], null)).toEqual(rateOf(newer, null))
  })

  test('needs three whole spans and known times', () => {
    expect(rateOf([], null)).toBeNull()
    expect(rateOf([at(0), at(0)], null)).toBeNull()
    expect(rateOf([at(12), at(1)], null)).toBeNull()
  })

  test('never draws more bars than fit, whatever the times', () => {
    fc.assert(
      fc.property(fc.array(second), fc.option(second), (times, until) => {
        const rate = rateOf(
          times.map((time) => at(time)),
          until,
        )
        expect(rate?.bars.length ?? 0).toBeLessThanOrEqual(40)
      }),
    )
  })
})
