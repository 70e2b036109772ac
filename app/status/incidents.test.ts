import { expect, test } from 'vitest'
import { rangeAround } from './incidents'

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 20)

test('a permalink shows half as much again on each side, from two minutes to an hour, and nothing that lies ahead', () => {
  const margins = (length: number, after = 10 * 3_600_000) => {
    const { fromMs, toMs } = rangeAround({ fromMs: START, toMs: START + length }, START + length + after)
    return [START - fromMs, toMs - START - length]
  }
  expect(margins(5_000)).toEqual([2 * MINUTE, 2 * MINUTE])
  expect(margins(20 * MINUTE)).toEqual([10 * MINUTE, 10 * MINUTE])
  expect(margins(600 * MINUTE)).toEqual([60 * MINUTE, 60 * MINUTE])
  expect(margins(20 * MINUTE, MINUTE)).toEqual([10 * MINUTE, MINUTE])
  expect(margins(20 * MINUTE, -MINUTE)).toEqual([10 * MINUTE, 0])
})
