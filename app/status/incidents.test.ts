import { expect, test } from 'vitest'
import type { VerdictPeriod } from '@/lib/api/history'
import type { Verdict } from '@/lib/api/verdicts'
import { incidentsOf, rangeAround } from './incidents'

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 20)

/** Periods of the given minutes, one after the other. */
function periods(...parts: [Verdict | null, minutes: number][]): VerdictPeriod[] {
  let at = START
  return parts.map(([verdict, minutes]) => {
    const from = new Date(at).toISOString()
    at += minutes * MINUTE
    return { from, to: new Date(at).toISOString(), verdict }
  })
}

test('periods that were not ok are incidents, newest first; neighbours that were not ok are one', () => {
  const found = incidentsOf(
    periods(['ok', 10], ['behind', 2], ['unreachable', 3], ['behind', 1], ['ok', 5], ['frozen', 4], ['ok', 1]),
  )
  expect(found).toEqual([
    {
      fromMs: START + 21 * MINUTE,
      toMs: START + 25 * MINUTE,
      verdicts: ['frozen'],
      cutAtStart: false,
      cutAtEnd: false,
    },
    {
      fromMs: START + 10 * MINUTE,
      toMs: START + 16 * MINUTE,
      verdicts: ['behind', 'unreachable', 'behind'],
      cutAtStart: false,
      cutAtEnd: false,
    },
  ])
})

test('a gap is no incident, and ends one', () => {
  expect(incidentsOf(periods([null, 10], ['ok', 1], [null, 5]))).toEqual([])
  const found = incidentsOf(periods(['behind', 2], [null, 3], ['behind', 1]))
  expect(found.map(({ fromMs, toMs }) => toMs - fromMs)).toEqual([MINUTE, 2 * MINUTE])
})

test('an incident at an edge may be longer than what is seen of it', () => {
  const [last, first] = incidentsOf(periods(['behind', 2], ['ok', 3], ['unreachable', 1]))
  expect(first).toMatchObject({ cutAtStart: true, cutAtEnd: false })
  expect(last).toMatchObject({ cutAtStart: false, cutAtEnd: true })
})

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
