import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../api/verdicts'
import {
  FROZEN_MS,
  isInDoubt,
  type Judgement,
  judge,
  NOT_CHECKED,
  pendingOf,
  standingSince,
  strictVerdict,
} from './verdict'

/** Checks 5 s apart, each `[what it says, slot]`; a slot that is left out moves. */
function judged(checks: [Verdict, (number | null)?][], stepMs = 5_000): Judgement {
  return checks.reduce((judgement, [says, slot], i) => {
    const own = slot === undefined ? (says === 'unreachable' || says === 'limited' ? null : 1_000 + i) : slot
    return judge(judgement, { says, slot: own, atMs: i * stepMs, at: at(i * stepMs) })
  }, NOT_CHECKED)
}

function at(ms: number): string {
  return new Date(Date.UTC(2026, 10, 20) + ms).toISOString()
}

const times = <T>(n: number, value: T): T[] => Array<T>(n).fill(value)

describe('the verdict', () => {
  test.each<[string, [Verdict, (number | null)?][], Verdict, number | null]>([
    ['no check yet', [], 'unknown', null],
    ['the first check decides at once', [['unreachable']], 'unreachable', 0],
    ['one bad check changes nothing', [['ok'], ['unreachable']], 'ok', 0],
    ['two neither', [['ok'], ['unreachable'], ['unreachable']], 'ok', 0],
    ['three do, since the first of them', [['ok'], ...times(3, ['unreachable'] as [Verdict])], 'unreachable', 1],
    ['three that differ, but are all worse, too', [['ok'], ['limited'], ['behind'], ['unreachable']], 'unreachable', 1],
    ['getting better takes three as well', [['unreachable'], ['ok'], ['ok']], 'unreachable', 0],
    ['and then it is better since the first', [['unreachable'], ['ok'], ['ok'], ['ok']], 'ok', 1],
    [
      'a bad check now and then changes nothing',
      [['ok'], ...times(20, [['unreachable'], ['ok'], ['ok']] as [Verdict][]).flat()],
      'ok',
      0,
    ],
    [
      'nor does every other one for a while',
      [['ok'], ...times(5, [['unreachable'], ['ok']] as [Verdict][]).flat()],
      'ok',
      0,
    ],
    [
      'for a minute on end it does: that is not ok',
      [['ok'], ...times(6, [['unreachable'], ['ok']] as [Verdict][]).flat()],
      'unreachable',
      1,
    ],
    [
      'and it stays so while it goes on',
      [['ok'], ...times(30, [['unreachable'], ['ok']] as [Verdict][]).flat(), ['ok'], ['ok']],
      'unreachable',
      1,
    ],
    [
      'until it is quiet',
      [['ok'], ...times(30, [['unreachable'], ['ok']] as [Verdict][]).flat(), ...times(10, ['ok'] as [Verdict])],
      'ok',
      60,
    ],
    ['what most of three checks say counts', [['ok'], ['unreachable'], ['unreachable'], ['behind']], 'unreachable', 1],
    [
      'worse and better checks do not add up',
      [['behind'], ['ok'], ['unreachable'], ['ok'], ['unreachable']],
      'behind',
      0,
    ],
    ['behind', [['behind'], ['behind']], 'behind', 0],
    [
      'a slot that stands for 60 s is frozen, though health is ok',
      times(13, ['ok', 7] as [Verdict, number]),
      'frozen',
      0,
    ],
    ['not before', times(12, ['ok', 7] as [Verdict, number]), 'ok', 0],
    [
      'frozen since the slot last moved',
      [['ok', 6], ['ok', 7], ...times(12, ['ok', 7] as [Verdict, number])],
      'frozen',
      1,
    ],
    ['frozen whatever health says', times(13, ['behind', 7] as [Verdict, number]), 'frozen', 0],
    [
      'an outage: the slot that it comes back with is one check, not a standstill',
      [['ok', 7], ...times(12, ['unreachable'] as [Verdict]), ['ok', 7]],
      'unreachable',
      1,
    ],
    [
      'a slot that still stands after three checks is as old as it is',
      [['ok', 7], ...times(12, ['unreachable'] as [Verdict]), ['ok', 7], ['ok', 7], ['ok', 7]],
      'frozen',
      13,
    ],
    [
      '60 s between two checks alone are not enough',
      [['ok', 7], ...times(12, ['limited', null] as [Verdict, null]), ['ok', 7]],
      'limited',
      1,
    ],
    [
      'one step of a slot that stands is not moving again',
      [...times(13, ['ok', 7] as [Verdict, number]), ...times(12, ['ok', 8] as [Verdict, number])],
      'frozen',
      0,
    ],
    [
      'limited while it is frozen',
      [...times(13, ['ok', 7] as [Verdict, number]), ...times(3, ['limited', null] as [Verdict, null])],
      'limited',
      13,
    ],
    [
      'frozen again with the first check that sees the same slot',
      [...times(13, ['ok', 7] as [Verdict, number]), ...times(3, ['limited', null] as [Verdict, null]), ['ok', 7]],
      'frozen',
      0,
    ],
    [
      'a lagging indexer behind the same URL does not make a standing slot move',
      times(7, [
        ['ok', 7],
        ['ok', 5],
      ] as [Verdict, number][]).flat(),
      'frozen',
      0,
    ],
    [
      'a store that was set back and goes on from there is not frozen',
      [
        ...times(6, ['ok', 7_000] as [Verdict, number]),
        ...times(12, null).map((_, i) => ['ok', 50 + i] as [Verdict, number]),
      ],
      'ok',
      0,
    ],
    [
      'moving again takes three checks',
      [...times(13, ['ok', 7] as [Verdict, number]), ['ok', 8], ['ok', 9]],
      'frozen',
      0,
    ],
    ['and is ok then', [...times(13, ['ok', 7] as [Verdict, number]), ['ok', 8], ['ok', 9], ['ok', 10]], 'ok', 13],
  ])('%s', (_, checks, verdict, since) => {
    const judgement = judged(checks)
    expect(judgement.verdict).toBe(verdict)
    expect(judgement.since).toBe(since === null ? null : at(since * 5_000))
  })

  test('remembers when the slot last moved', () => {
    expect(judged([['ok', 5]]).slotMovedAt).toBeNull()
    expect(judged([['ok', 5], ['ok', 6], ['unreachable'], ['ok', 6]]).slotMovedAt).toBe(at(5_000))
    expect(
      judged([
        ['ok', 5],
        ['ok', 6],
        ['ok', 2],
        ['ok', 6],
      ]).slotMovedAt,
    ).toBe(at(5_000))
    expect(FROZEN_MS).toBe(60_000)
  })

  test('remembers a slot that went back for three checks by more than one chain explains', () => {
    const before: [Verdict, number][] = [
      ['ok', 5_000],
      ['ok', 5_001],
    ]
    expect(judged([...before, ...times(2, ['behind', 0] as [Verdict, number])])).toMatchObject({
      reset: null,
      slot: { value: 5_001 },
    })
    expect(judged([...before, ...times(3, ['behind', 0] as [Verdict, number])])).toMatchObject({
      reset: { at: at(20_000), from: 5_001, to: 0 },
      slot: { value: 0 },
      verdict: 'behind',
    })
    expect(judged([...before, ...times(3, ['ok', 4_900] as [Verdict, number])])).toMatchObject({
      reset: null,
      slot: { value: 4_900 },
    })
  })

  test('is in doubt while something differs from it or a slot begins to stand', () => {
    expect(isInDoubt(NOT_CHECKED)).toBe(false)
    expect(isInDoubt(judged([['ok'], ['ok']]))).toBe(false)
    expect(isInDoubt(judged([['ok'], ['unreachable']]))).toBe(true)
    expect(
      isInDoubt(
        judged([
          ['ok', 7],
          ['ok', 7],
        ]),
      ),
    ).toBe(true)
    expect(isInDoubt(judged(times(13, ['ok', 7])))).toBe(false)
    expect(isInDoubt(judged([['ok', 7], ['ok', 7], ...times(3, ['unreachable'] as [Verdict])]))).toBe(false)
  })

  test('at one check a minute a standing slot is frozen once three checks saw it', () => {
    const minute = 60_000
    expect(judged(times(2, ['ok', 7]), minute).verdict).toBe('ok')
    expect(judged(times(3, ['ok', 7]), minute)).toMatchObject({ verdict: 'frozen', since: at(0) })
  })

  test('strict monitors go by the last solid verdict for a minute of limited checks, then no longer', () => {
    const limited = judged([['ok'], ...times(3, ['limited'] as [Verdict])])
    expect(limited.verdict).toBe('limited')
    expect(strictVerdict(limited, 15_000 + 59_000)).toBe('ok')
    expect(strictVerdict(limited, 15_000 + 60_000)).toBe('limited')
    expect(strictVerdict(judged([['unreachable'], ...times(3, ['limited'] as [Verdict])]), 16_000)).toBe('unreachable')
    expect(strictVerdict(judged([['limited']]), 0)).toBe('limited')
    // Limited and then unknown: the minute goes on from where it began.
    const neither = judged([['ok'], ...times(3, ['limited'] as [Verdict]), ...times(3, ['unknown'] as [Verdict])])
    expect(neither.verdict).toBe('unknown')
    expect(strictVerdict(neither, 15_000 + 59_000)).toBe('ok')
    expect(strictVerdict(neither, 15_000 + 60_000)).toBe('unknown')
    expect(strictVerdict(NOT_CHECKED, 0)).toBe('unknown')
    expect(strictVerdict(judged([['ok']]), 0)).toBe('ok')
  })
})

test('a change is for the better where the indexer answers again, and not where nothing is known of it', () => {
  const pending = (...checks: Verdict[]) => pendingOf(judged(checks.map((says) => [says])))
  expect(pending('unreachable')).toBeNull()
  expect(pending('unreachable', 'ok')).toMatchObject({ to: 'ok', better: true, checks: 1 })
  expect(pending('unreachable', 'behind')).toMatchObject({ to: 'behind', better: true })
  expect(pending('unreachable', 'limited')).toMatchObject({ to: 'limited', better: false })
  expect(pending('ok', 'unreachable')).toMatchObject({ to: 'unreachable', better: false })
})

describe('the doubt of a slot that stands', () => {
  /** Checks 5 s apart of an indexer whose slot moves with every n-th of them, and then stands for so many. */
  const stands = (everyNth: number, moves: number, standing: number, says: Verdict = 'ok') => {
    const moving = Array.from({ length: everyNth * moves + 1 }, (_, i): [Verdict, number] => {
      return [says, 1_000 + Math.floor(i / everyNth)]
    })
    const checks = [...moving, ...times(standing, [says, 1_000 + moves] as [Verdict, number])]
    const judgement = judged(checks)
    return { judgement, since: standingSince(judgement, (checks.length - 1) * 5_000)?.at ?? null }
  }

  test('comes after 15 s and three checks, whatever is said beside it, and changes no verdict', () => {
    expect(stands(1, 20, 2).since).toBeNull()
    expect(stands(1, 20, 3)).toMatchObject({ since: at(100_000), judgement: { verdict: 'ok', pending: null } })
    expect(strictVerdict(stands(1, 20, 3).judgement, 115_000)).toBe('ok')
    expect(stands(1, 20, 3, 'behind').since).toBe(at(100_000))
    // A probe that is slower sees too little of it.
    const slow = judged([...times(3, ['ok'] as [Verdict]), ['ok', 1_002]], 15_000)
    expect(standingSince(slow, 45_000)).toBeNull()
  })

  test('goes with the first movement, and with the verdict that takes its place', () => {
    const { judgement } = stands(1, 20, 4)
    const moved = judge(judgement, { says: 'ok', slot: 1_021, atMs: 125_000, at: at(125_000) })
    expect(standingSince(moved, 125_000)).toBeNull()
    expect(stands(1, 20, 11).since).toBe(at(100_000))
    expect(stands(1, 20, 12)).toMatchObject({ since: null, judgement: { verdict: 'frozen' } })
  })

  test('never comes of an indexer that keeps its usual pace, and does when it stands longer', () => {
    // It moves every 20 s.
    expect(stands(4, 3, 3).since).toBeNull()
    expect(stands(4, 3, 5).since).toBeNull()
    expect(stands(4, 3, 6).since).not.toBeNull()
    // A pause that was a standstill is no pace.
    const after = judged([
      ...times(14, ['ok', 1_000] as [Verdict, number]),
      ...times(5, ['ok', 1_001] as [Verdict, number]),
    ])
    expect(standingSince({ ...after, verdict: 'ok' }, 90_000)).not.toBeNull()
  })

  test('is none of an empty store, of one that gives no slot, nor where the last check saw a lower slot', () => {
    expect(standingSince(judged(times(6, ['behind', 0] as [Verdict, number])), 25_000)).toBeNull()
    expect(standingSince(judged(times(6, ['unreachable', null] as [Verdict, null])), 25_000)).toBeNull()
    const lower: [Verdict, number][] = [...times(6, ['ok', 1_000] as [Verdict, number]), ['ok', 700]]
    expect(standingSince(judged(lower), 30_000)).toBeNull()
  })
})
