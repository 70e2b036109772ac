import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../api/verdicts'
import { type RecordedCheck, restoreState } from './resume'
import { type Judgement, judge, strictVerdict } from './verdict'

const WALL = Date.UTC(2026, 10, 20)
const MONOTONIC = 5_000

const BEGAN = iso(-500)

/** Checks 5 s apart, the last one `pause` seconds before the start: `[verdict in force, slot, text]`. */
function record(pause: number, ...checks: [Verdict, number | null, Verdict?][]): RecordedCheck[] {
  return checks.map(([verdict, slot, says = verdict === 'frozen' ? 'ok' : verdict], i) => ({
    at: iso(-pause - 5 * (checks.length - 1 - i)),
    slot,
    says,
    verdict,
    lag: null,
    text: '',
    latencyMs: 1,
  }))
}

/** Seconds after the start. */
function iso(seconds: number): string {
  return new Date(WALL + seconds * 1_000).toISOString()
}

function judgedAfter(checks: RecordedCheck[], ...now: [Verdict, number | null][]): Judgement {
  const start = restoreState(checks, BEGAN, { monotonicMs: MONOTONIC, wallMs: WALL })
  return now.reduce((judgement, [says, slot], i) => {
    return judge(judgement, { says, slot, atMs: MONOTONIC + 5_000 * i, at: iso(5 * i) })
  }, start)
}

const times = <T>(n: number, value: T): T[] => Array<T>(n).fill(value)
const STANDS_STILL = times(14, ['frozen', 7] as [Verdict, number])
const MOVED: [Verdict, number][] = [5, 6, 7].map((slot) => ['ok', slot])

describe('a new process', () => {
  test('without a record begins with nothing', () => {
    expect(judgedAfter([])).toMatchObject({ verdict: 'unknown', since: null, slot: null, recorded: false })
    expect(judgedAfter([], ['ok', 7])).toMatchObject({ verdict: 'ok', since: iso(0) })
  })

  test('goes on with a verdict and its beginning after a short pause', () => {
    const checks = record(30, ['unreachable', null], ['ok', 6], ['ok', 7])
    expect(judgedAfter(checks, ['ok', 90])).toMatchObject({ verdict: 'ok', since: BEGAN, slotMovedAt: iso(0) })
  })

  test('takes the last check for the beginning where none is on record', () => {
    expect(restoreState(record(10, ...MOVED), null, { monotonicMs: 0, wallMs: WALL }).since).toBe(iso(-10))
  })

  test('is not green because another one was: one bad check is enough', () => {
    expect(judgedAfter(record(10, ...MOVED), ['unreachable', null])).toMatchObject({
      verdict: 'unreachable',
      since: iso(0),
    })
    expect(judgedAfter(record(10, ...MOVED), ['ok', 9], ['unreachable', null]).verdict).toBe('ok')
  })

  test('takes as many checks as ever to find an indexer better', () => {
    const checks = record(10, ...times(5, ['unreachable', null] as [Verdict, null]))
    expect(judgedAfter(checks, ['ok', 8], ['ok', 9]).verdict).toBe('unreachable')
    expect(judgedAfter(checks, ['ok', 8], ['ok', 9], ['ok', 10])).toMatchObject({ verdict: 'ok', since: iso(0) })
  })

  test('begins anew after a long pause', () => {
    expect(judgedAfter(record(3_600, ...times(5, ['unreachable', null] as [Verdict, null])), ['ok', 8])).toMatchObject({
      verdict: 'ok',
      since: iso(0),
    })
  })

  test('finds a slot that stood before and still stands frozen at once', () => {
    const checks = record(10, ...STANDS_STILL)
    expect(judgedAfter(checks, ['ok', 7])).toMatchObject({ verdict: 'frozen', since: BEGAN })
    expect(judgedAfter(record(3_600, ...STANDS_STILL), ['ok', 7])).toMatchObject({ verdict: 'frozen', since: iso(0) })
  })

  test('finds one that began to stand just before the pause frozen once it stood for a minute', () => {
    const checks = record(10, ['ok', 6], ...times(8, ['ok', 7] as [Verdict, number]))
    expect(judgedAfter(checks, ['ok', 7])).toMatchObject({ verdict: 'ok' })
    expect(judgedAfter(checks, ['ok', 7], ['ok', 7], ['ok', 7], ['ok', 7])).toMatchObject({
      verdict: 'frozen',
      since: checks[1]?.at,
    })
  })

  test('does not hold a pause of both against an indexer that was moving', () => {
    expect(judgedAfter(record(3_600, ...MOVED), ['ok', 7])).toMatchObject({ verdict: 'ok', since: iso(0) })
    expect(judgedAfter(record(100, ...MOVED), ['ok', 7]).verdict).toBe('ok')
    const half = record(3_600, ['ok', 6], ...times(7, ['ok', 7] as [Verdict, number]))
    expect(judgedAfter(half, ['ok', 7])).toMatchObject({ verdict: 'ok', since: iso(0) })
  })

  test('needs three checks to see a frozen one move again', () => {
    const checks = record(10, ...STANDS_STILL)
    expect(judgedAfter(checks, ['ok', 90], ['ok', 91]).verdict).toBe('frozen')
    expect(judgedAfter(checks, ['ok', 90], ['ok', 91], ['ok', 92])).toMatchObject({ verdict: 'ok', since: iso(0) })
    expect(judgedAfter(record(3_600, ...STANDS_STILL), ['ok', 90]).verdict).toBe('ok')
  })

  test('tells strict monitors what was before a limit, no longer than for its minute', () => {
    const checks = record(10, ['ok', 7], ...times(6, ['limited', null] as [Verdict, null]))
    const judgement = judgedAfter(checks, ['limited', null])
    const leftMs = MONOTONIC - 10_000 - 25_000
    expect(strictVerdict(judgement, leftMs + 59_999)).toBe('ok')
    expect(strictVerdict(judgement, leftMs + 60_000)).toBe('limited')
  })

  test('takes nothing over from a record of the future', () => {
    expect(restoreState(record(-60, ...MOVED), BEGAN, { monotonicMs: 0, wallMs: WALL })).toMatchObject({
      since: null,
      slot: null,
    })
  })
})
