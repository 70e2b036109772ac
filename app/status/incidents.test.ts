import { expect, test } from 'vitest'
import { rangeAround } from '@/lib/status/range'
import { notesOf } from './incidents'

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

test('an incident has the notes of windows that it touches and of who took it over, and no other', () => {
  const at = (minute: number) => new Date(START + minute * MINUTE).toISOString()
  const note = (kind: 'maintenance' | 'acknowledgement', from: number, to: number) => {
    return { kind, from: at(from), to: at(to), note: `${kind} ${from}` }
  }
  const notes = [
    note('maintenance', 0, 5),
    note('maintenance', 5, 12),
    note('acknowledgement', 10, 14),
    note('maintenance', 30, 40),
    note('acknowledgement', 50, 55),
  ]
  const incident = { from: at(10), to: at(20) }
  expect(notesOf(incident, notes).map(({ note }) => note)).toEqual(['maintenance 5', 'acknowledgement 10'])
})
