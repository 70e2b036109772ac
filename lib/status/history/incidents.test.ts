import { expect, test } from 'vitest'
import type { Verdict } from '../../api/verdicts'
import { incidentsOf } from './reader'

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 20)

function periods(...parts: [Verdict | null, minutes: number][]) {
  let at = START
  return parts.map(([verdict, minutes]) => {
    const fromMs = at
    at += minutes * MINUTE
    return { fromMs, toMs: at, verdict }
  })
}

const iso = (minutes: number) => new Date(START + minutes * MINUTE).toISOString()

test('periods that were not ok are incidents; neighbours that were not ok are one', () => {
  const found = incidentsOf(
    periods(['ok', 10], ['behind', 2], ['unreachable', 3], ['behind', 1], ['ok', 5], ['frozen', 4], ['ok', 1]),
  )
  const whole = { cutAtStart: false, cutAtEnd: false }
  expect(found).toEqual([
    { from: iso(10), to: iso(16), seconds: 360, verdicts: ['behind', 'unreachable', 'behind'], ...whole },
    { from: iso(21), to: iso(25), seconds: 240, verdicts: ['frozen'], ...whole },
  ])
})

test('a gap is no incident; a long one ends one, a restart does not, nor does it hide the first good check', () => {
  expect(incidentsOf(periods([null, 10], ['ok', 1], [null, 5]))).toEqual([])
  const found = incidentsOf(
    periods(['behind', 2], [null, 3], ['behind', 1], [null, 1], ['frozen', 1], [null, 1], ['ok', 1]),
  )
  expect(found.map(({ from, to, verdicts }) => [from, to, verdicts])).toEqual([
    [iso(0), iso(2), ['behind']],
    [iso(5), iso(9), ['behind', 'frozen']],
  ])
})

test('an incident at an edge may be longer than what is seen of it', () => {
  const [first, last] = incidentsOf(periods(['behind', 2], ['ok', 3], ['unreachable', 1]))
  expect(first).toMatchObject({ cutAtStart: true, cutAtEnd: false })
  expect(last).toMatchObject({ cutAtStart: false, cutAtEnd: true })
})
