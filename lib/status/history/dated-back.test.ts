import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkAt } from '@/lib/testing/history/check'
import { folderOfTest } from '@/lib/testing/of-test'
import { virtualTime } from '@/lib/testing/virtual-time'
import { VERDICTS, type Verdict } from '../../api/verdicts'
import { HistoryKeeper } from './keeper'
import { currentVerdictSince, type VerdictStart, verdictStartTimes } from './periods'

/* A verdict is confirmed late and recorded from its beginning, which cuts the one before. */

const START = Date.UTC(2026, 10, 20, 8)
const clock = virtualTime(START)

let folder: string
let keeper: HistoryKeeper

beforeEach(() => {
  folder = folderOfTest()
  keeper = new HistoryKeeper(folder)
})

afterEach(() => keeper.close())

function check(second: number, verdict: Verdict, since: number): void {
  keeper.record('net', checkAt(START + second * 1_000, verdict, { since: START + since * 1_000 }))
}

function reported(seconds: number): string {
  clock.skip(START + seconds * 1_000 - clock.wall())
  const { periods } = keeper.history('net', { fromMs: START, toMs: START + seconds * 1_000, points: 10 })
  return periods.map(({ verdict, from }) => `${verdict} ${(Date.parse(from) - START) / 1_000}`).join(', ')
}

function changes(): string[] {
  const second = (iso: string) => (Date.parse(iso) - START) / 1_000
  return keeper
    .changes('net', { fromMs: 0, toMs: START + 9e6, limit: 99 })
    .map(({ at, confirmedAt, from, to }) => `${second(at)} ${second(confirmedAt)} ${from} ${to}`)
}

function restart(): void {
  keeper.close()
  keeper = new HistoryKeeper(folder)
}

describe('a verdict that a later check settled', () => {
  test('begins with the first one; the checks between keep the verdict that was in force with them', () => {
    for (const second of [0, 5, 10]) check(second, 'ok', 0)
    for (const second of [15, 20]) check(second, 'unreachable', 5)
    check(25, 'ok', 20)
    expect(reported(26)).toBe('ok 0, unreachable 5, ok 20')
    expect(changes()).toEqual(['0 0 null ok', '5 15 ok unreachable', '20 25 unreachable ok'])
    const kept = keeper.last('net', 9).map(({ verdict }) => verdict)
    expect(kept.join(' ')).toBe('ok ok ok unreachable unreachable ok')
  })

  test('takes the place of what was reported since it began, which stays among the changes', () => {
    for (const second of [0, 5]) check(second, 'ok', 0)
    for (const second of [20, 35, 50]) check(second, 'behind', 10)
    check(65, 'frozen', 5)
    expect(reported(66)).toBe('ok 0, frozen 5')
    expect(changes()).toEqual(['0 0 null ok', '10 20 ok behind', '5 65 behind frozen'])
  })

  test('goes around the time in which nobody checked', () => {
    for (const second of [0, 5]) check(second, 'ok', 0)
    restart()
    for (const second of [40, 55]) check(second, 'ok', 0)
    check(65, 'frozen', 5)
    expect(reported(66)).toBe('ok 0, frozen 5, null 5.001, frozen 40')
    expect(changes().at(-1)).toBe('5 65 ok frozen')
    restart()
    expect(keeper.began('net')).toBe(new Date(START + 5_000).toISOString())
  })

  test('begins with the first check after a gap where it is said to begin in it, and with none before the first', () => {
    check(10, 'ok', 10)
    restart()
    check(400, 'unreachable', 60)
    expect(reported(401)).toBe('null 0, ok 10, null 10.001, unreachable 400')
    expect(changes().at(-1)).toBe('400 400 null unreachable')
    check(405, 'frozen', 1)
    expect(reported(406)).toBe('null 0, frozen 10, null 10.001, frozen 400')
  })
})

test('a verdict goes on behind restarts of two minutes each, not behind a longer pause', () => {
  const turn = (at: number, verdict: Verdict | null): VerdictStart => ({ at, verdict, summary: '' })
  const turns = [turn(0, 'ok'), turn(10, 'frozen'), turn(20, null), turn(120_020, 'frozen'), turn(200_000, null)]
  expect(currentVerdictSince([])).toBeNull()
  expect(currentVerdictSince(turns)).toBeNull()
  expect(currentVerdictSince(turns.slice(0, 4))).toBe(10)
  expect(currentVerdictSince([...turns, turn(320_000, 'frozen')])).toBe(10)
  expect(currentVerdictSince([...turns, turn(325_001, 'frozen')])).toBe(325_001)
  expect(currentVerdictSince([...turns, turn(320_000, 'behind')])).toBe(320_000)
})

test('whatever is on record, a verdict covers exactly what was checked from its beginning on', () => {
  const verdicts = fc.constantFrom<Verdict | null>(...VERDICTS, null)
  const recorded = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), verdicts), { maxLength: 12 })
  fc.assert(
    fc.property(recorded, fc.integer({ min: -20, max: 400 }), (parts, since) => {
      let at = 0
      const all = parts.map(([after, verdict]) => {
        at += after
        return { at, verdict }
      })
      const turns = all.filter(({ verdict }, i) => verdict !== null || (all[i + 1]?.verdict ?? null) !== null)
      const now = (turns.at(-1)?.at ?? 0) + 7
      const from = Math.min(since, now)
      const relevant = turns.filter(({ at }, i) => at > from || (turns[i + 1]?.at ?? now + 1) > from)
      const begins = verdictStartTimes(relevant, from, now)
      const after = [
        ...turns.filter(({ at, verdict }) => verdict === null || at < (begins[0] ?? now)),
        ...begins.map((at) => ({ at, verdict: 'new' as const })),
      ].sort((a, b) => a.at - b.at)
      const at_ = (list: readonly { at: number; verdict: string | null }[], ms: number) =>
        list.findLast(({ at }) => at <= ms)?.verdict ?? null
      expect(new Set(after.map(({ at }) => at)).size).toBe(after.length)
      const first = turns[0]?.at ?? now
      for (let ms = -25; ms <= now; ms++) {
        const before = at_(turns, ms)
        const expected = before !== null && ms >= Math.max(from, first) ? 'new' : ms === now ? 'new' : before
        expect(at_(after, ms)).toBe(expected)
      }
    }),
  )
})
