import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../api/verdicts'
import { BlockTimes } from '../../upstream/indexer/block-times'
import {
  FROZEN_MS,
  headAgeOf,
  isInDoubt,
  type Judgement,
  judge,
  NO_JUDGEMENT,
  pendingOf,
  standingSince,
  strictVerdict,
} from './verdict'

/** Checks 5 s apart: verdict, `:` slot or `none`, `×` count. Without a slot, the slot moves. */
function judged(checks: string, stepMs = 5_000): Judgement {
  const all = checks.split(' ').flatMap((each) => {
    const [check = '', count = '1'] = each.split('×')
    return check === '' ? [] : Array<string>(Number(count)).fill(check)
  })
  return all.reduce((judgement, check, i) => {
    const [says, slot] = check.split(':') as [Verdict, string?]
    const moving = says === 'unreachable' || says === 'limited' ? null : 1_000 + i
    const own = slot === undefined ? moving : slot === 'none' ? null : Number(slot)
    return judge(judgement, { says, slot: own, atMs: i * stepMs, at: at(i * stepMs) })
  }, NO_JUDGEMENT)
}

function at(ms: number): string {
  return new Date(Date.UTC(2026, 10, 20) + ms).toISOString()
}

const again = (count: number, checks: string) => Array(count).fill(checks).join(' ')

describe('the verdict', () => {
  test.each<[string, string, Verdict, number | null]>([
    ['no check yet', '', 'unknown', null],
    ['the first check decides at once', 'unreachable', 'unreachable', 0],
    ['two bad checks change nothing', 'ok unreachable×2', 'ok', 0],
    ['three do, since the first of them', 'ok unreachable×3', 'unreachable', 1],
    ['three that differ, but are all worse, too', 'ok limited behind unreachable', 'unreachable', 1],
    ['getting better takes three as well', 'unreachable ok×2', 'unreachable', 0],
    ['and then it is better since the first', 'unreachable ok×3', 'ok', 1],
    ['a bad check now and then changes nothing', `ok ${again(20, 'unreachable ok×2')}`, 'ok', 0],
    ['nor does every other one for a while', `ok ${again(5, 'unreachable ok')}`, 'ok', 0],
    ['for a minute on end it does: that is not ok', `ok ${again(6, 'unreachable ok')}`, 'unreachable', 1],
    ['and it stays so while it goes on', `ok ${again(30, 'unreachable ok')} ok×2`, 'unreachable', 1],
    ['until it is quiet', `ok ${again(30, 'unreachable ok')} ok×10`, 'ok', 60],
    ['what most of three checks say counts', 'ok unreachable×2 behind', 'unreachable', 1],
    ['worse and better checks do not add up', 'behind ok unreachable ok unreachable', 'behind', 0],
    ['a slot that stands for 60 s is frozen, though health is ok', 'ok:7×13', 'frozen', 0],
    ['not before', 'ok:7×12', 'ok', 0],
    ['frozen since the slot last moved', 'ok:6 ok:7×13', 'frozen', 1],
    ['frozen whatever health says', 'behind:7×13', 'frozen', 0],
    ['an outage: the slot that it comes back with is one check', 'ok:7 unreachable×12 ok:7', 'unreachable', 1],
    ['a slot that still stands after three checks is as old as it is', 'ok:7 unreachable×12 ok:7×3', 'frozen', 13],
    ['60 s between two checks alone are not enough', 'ok:7 limited×12 ok:7', 'limited', 1],
    ['one step of a slot that stands is not moving again', 'ok:7×13 ok:8×12', 'frozen', 0],
    ['limited while it is frozen', 'ok:7×13 limited×3', 'limited', 13],
    ['frozen again with the first check that sees the same slot', 'ok:7×13 limited×3 ok:7', 'frozen', 0],
    ['a lagging indexer behind the same URL moves no slot that stands', again(7, 'ok:7 ok:5'), 'frozen', 0],
    [
      'a store that was set back and goes on from there is not frozen',
      `ok:7000×6 ${Array.from({ length: 12 }, (_, i) => `ok:${50 + i}`).join(' ')}`,
      'ok',
      0,
    ],
    ['moving again takes three checks', 'ok:7×13 ok:8 ok:9', 'frozen', 0],
    ['and is ok then', 'ok:7×13 ok:8 ok:9 ok:10', 'ok', 13],
  ])('%s', (_, checks, verdict, since) => {
    const judgement = judged(checks)
    expect(judgement.verdict).toBe(verdict)
    expect(judgement.since).toBe(since === null ? null : at(since * 5_000))
  })

  test('remembers when the slot last moved', () => {
    expect(judged('ok:5').slotMovedAt).toBeNull()
    expect(judged('ok:5 ok:6 unreachable ok:6').slotMovedAt).toBe(at(5_000))
    expect(judged('ok:5 ok:6 ok:2 ok:6').slotMovedAt).toBe(at(5_000))
    expect(FROZEN_MS).toBe(60_000)
  })

  test('remembers a slot that went back for three checks by more than one chain explains', () => {
    const before = 'ok:5000 ok:5001'
    expect(judged(`${before} behind:0×2`)).toMatchObject({ reset: null, slot: { value: 5_001 } })
    expect(judged(`${before} behind:0×3`)).toMatchObject({
      reset: { at: at(20_000), from: 5_001, to: 0 },
      slot: { value: 0 },
      verdict: 'behind',
    })
    expect(judged(`${before} ok:4900×3`)).toMatchObject({ reset: null, slot: { value: 4_900 } })
  })

  test('is in doubt while something differs from it or a slot begins to stand', () => {
    expect(isInDoubt(NO_JUDGEMENT)).toBe(false)
    const doubts = ['ok×2', 'ok unreachable', 'ok:7×2', 'ok:7×13', 'ok:7×2 unreachable×3']
    expect(doubts.map((checks) => isInDoubt(judged(checks)))).toEqual([false, true, true, false, false])
  })

  test('at one check a minute a standing slot is frozen once three checks saw it', () => {
    const minute = 60_000
    expect(judged('ok:7×2', minute).verdict).toBe('ok')
    expect(judged('ok:7×3', minute)).toMatchObject({ verdict: 'frozen', since: at(0) })
  })

  test('strict monitors go by the last solid verdict for a minute of limited checks, then no longer', () => {
    const limited = judged('ok limited×3')
    expect(limited.verdict).toBe('limited')
    expect(strictVerdict(limited, 15_000 + 59_000)).toBe('ok')
    expect(strictVerdict(limited, 15_000 + 60_000)).toBe('limited')
    expect(strictVerdict(judged('unreachable limited×3'), 16_000)).toBe('unreachable')
    expect(strictVerdict(judged('limited'), 0)).toBe('limited')
    // Limited, then unknown: the minute counts from the first.
    const neither = judged('ok limited×3 unknown×3')
    expect(neither.verdict).toBe('unknown')
    expect(strictVerdict(neither, 15_000 + 59_000)).toBe('ok')
    expect(strictVerdict(neither, 15_000 + 60_000)).toBe('unknown')
    expect(strictVerdict(NO_JUDGEMENT, 0)).toBe('unknown')
    expect(strictVerdict(judged('ok'), 0)).toBe('ok')
  })
})

test('a change is for the better where the indexer answers again, and not where nothing is known of it', () => {
  const pending = (checks: string) => pendingOf(judged(checks))
  expect(pending('unreachable')).toBeNull()
  expect(pending('unreachable ok')).toMatchObject({ to: 'ok', better: true, checks: 1 })
  expect(pending('unreachable behind')).toMatchObject({ to: 'behind', better: true })
  expect(pending('unreachable limited')).toMatchObject({ to: 'limited', better: false })
  expect(pending('ok unreachable')).toMatchObject({ to: 'unreachable', better: false })
})

describe('the doubt of a slot that stands', () => {
  const stands = (everyNth: number, moves: number, standing: number, says: Verdict = 'ok') => {
    const moving = Array.from({ length: moves }, (_, i) => `${says}:${1_000 + i}×${everyNth}`)
    const judgement = judged([...moving, `${says}:${1_000 + moves}×${standing + 1}`].join(' '))
    return { judgement, since: standingSince(judgement, (everyNth * moves + standing) * 5_000)?.at ?? null }
  }

  test('comes after 15 s and three checks, whatever is said beside it, and changes no verdict', () => {
    expect(stands(1, 20, 2).since).toBeNull()
    expect(stands(1, 20, 3)).toMatchObject({ since: at(100_000), judgement: { verdict: 'ok', pending: null } })
    expect(strictVerdict(stands(1, 20, 3).judgement, 115_000)).toBe('ok')
    expect(stands(1, 20, 3, 'behind').since).toBe(at(100_000))
    expect(standingSince(judged('ok×3 ok:1002', 15_000), 45_000)).toBeNull()
  })

  test('goes with the first movement, and with the verdict that takes its place', () => {
    const { judgement } = stands(1, 20, 4)
    const moved = judge(judgement, { says: 'ok', slot: 1_021, atMs: 125_000, at: at(125_000) })
    expect(standingSince(moved, 125_000)).toBeNull()
    expect(stands(1, 20, 11).since).toBe(at(100_000))
    expect(stands(1, 20, 12)).toMatchObject({ since: null, judgement: { verdict: 'frozen' } })
  })

  test('never comes of an indexer that keeps its usual pace, and does when it stands longer', () => {
    expect([3, 5].map((standing) => stands(4, 3, standing).since)).toEqual([null, null])
    expect(stands(4, 3, 6).since).not.toBeNull()
    // A pause that was a standstill does not count as pace.
    expect(standingSince({ ...judged('ok:1000×14 ok:1001×5'), verdict: 'ok' }, 90_000)).not.toBeNull()
  })

  test('is none of an empty store, of one that gives no slot, nor where the last check saw a lower slot', () => {
    expect(standingSince(judged('behind:0×6'), 25_000)).toBeNull()
    expect(standingSince(judged('unreachable:none×6'), 25_000)).toBeNull()
    expect(standingSince(judged('ok:1000×6 ok:700'), 30_000)).toBeNull()
  })
})

const START = 1_763_600_000

describe('the age of the head', () => {
  test('is not told without a signature, nor from one far below', () => {
    const times = new BlockTimes()
    expect(headAgeOf(times, 100, START * 1_000)).toBeNull()
    times.learn(100, [{ slot: 100, blockTime: START }])
    expect(headAgeOf(times, 100_000, START * 1_000)).toBeNull()
  })

  test('names what it is reckoned from', () => {
    const times = new BlockTimes()
    times.learn(100, [{ slot: 100, blockTime: START }])
    expect(headAgeOf(times, 100, START * 1_000 + 10_500)).toEqual({
      seconds: 10,
      errorSeconds: 1.5,
      anchor: { slot: 100, time: new Date(START * 1_000).toISOString() },
    })
  })

  test('is not told while clocks contradict each other, and less exactly while they differ', () => {
    const times = new BlockTimes()
    times.learn(100, [{ slot: 100, blockTime: START }])
    expect(headAgeOf(times, 100, (START - 30) * 1_000)).toBeNull()
    times.compareClocks((START + 60) * 1_000, START * 1_000, START * 1_000)
    expect(headAgeOf(times, 100, START * 1_000)?.errorSeconds).toBeGreaterThan(30)
  })

  test('the true age lies within the margin, whatever the pace of the chain, the gaps and what is asked', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.3, max: 0.7, noNaN: true }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 600 }),
        fc.double({ min: 0, max: 5_000, noNaN: true }),
        (secondsPerSlot, gaps, beyond, trueAge) => {
          const times = new BlockTimes()
          let slot = 1_000
          const secondsOf = (of: number) => START + of * secondsPerSlot
          for (const gap of gaps) {
            slot += gap
            times.learn(slot, [{ slot, blockTime: Math.floor(secondsOf(slot)) }])
          }
          const head = slot + beyond
          const age = headAgeOf(times, head, (secondsOf(head) + trueAge) * 1_000)
          if (age === null) return
          expect(Math.abs(age.seconds - trueAge)).toBeLessThanOrEqual(age.errorSeconds + 0.1)
        },
      ),
    )
  })
})
