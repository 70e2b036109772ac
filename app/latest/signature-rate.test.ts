import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { perMinute, rateOf } from './signature-rate'

const at = (blockTime: number, more = {}) => ({ signature: `at ${blockTime}`, slot: blockTime, blockTime, ...more })

const second = fc.integer({ min: 0, max: 2 ** 31 })

describe('the rate of signatures', () => {
  test('one a second is sixty a minute, and spans that are not covered as a whole are left out', () => {
    const rate = rateOf(
      Array.from({ length: 123 }, (_, i) => at(1_000_121 - i)),
      null,
    )
    expect(rate?.width).toBe(5)
    expect(rate?.bars.every(({ signatures, unseen }) => perMinute(signatures, 5) === 60 && !unseen)).toBe(true)
    expect(rate?.bars[0]?.from).toBe(1_000_000)
  })

  test('goes down to none where nothing has come since', () => {
    const rows = Array.from({ length: 60 }, (_, i) => at(1_000_059 - i))
    const rate = rateOf(rows, 1_000_123)
    expect(rate?.width).toBe(5)
    expect(rate?.bars.map(({ signatures }) => signatures)).toEqual([...Array(11).fill(5), ...Array(12).fill(0)])
    expect(rateOf(rows, 1_000_000 + 2 * 86_400)?.bars.at(-1)?.signatures ?? 0).toBe(0)
    const years = rateOf(rows, 1_000_000 + 3 * 365 * 86_400)
    expect(years?.bars.length).toBeGreaterThan(20)
    expect(years?.bars.every(({ signatures }) => signatures === 0)).toBe(true)
    expect(rateOf(rows, 999_000)).toEqual(rateOf(rows, null))
  })

  test('a gap touches every span between the rows around it', () => {
    const newer = Array.from({ length: 30 }, (_, i) => at(2_000 - i))
    const older = Array.from({ length: 30 }, (_, i) => at(1_930 - i, i === 0 && { unseenFrom: 'x' }))
    const unseen = rateOf([...newer, ...older], null)?.bars.filter((bar) => bar.unseen)
    expect(unseen?.map(({ from }) => from)).toEqual([1930, 1935, 1940, 1945, 1950, 1955, 1960, 1965, 1970])
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
