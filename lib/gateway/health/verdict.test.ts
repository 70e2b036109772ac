import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../rpc/status'
import { FROZEN_MS, type Judgement, judge, NOT_LOOKED, strictVerdict, summaryOf, trendOf } from './verdict'

/** Looks 5 s apart, each `[what it says, slot]`; a slot that is left out moves. */
function judged(looks: [Verdict, (number | null)?][], stepMs = 5_000): Judgement {
  return looks.reduce((judgement, [says, slot], i) => {
    const own = slot === undefined ? (says === 'unreachable' || says === 'limited' ? null : 1_000 + i) : slot
    return judge(judgement, { says, slot: own, atMs: i * stepMs, at: at(i * stepMs) })
  }, NOT_LOOKED)
}

function at(ms: number): string {
  return new Date(Date.UTC(2026, 10, 20) + ms).toISOString()
}

const times = <T>(n: number, value: T): T[] => Array<T>(n).fill(value)

describe('the verdict', () => {
  test.each<[string, [Verdict, (number | null)?][], Verdict, number | null]>([
    ['nobody looked', [], 'unknown', null],
    ['the first look decides at once', [['unreachable']], 'unreachable', 0],
    ['one bad look changes nothing', [['ok'], ['unreachable']], 'ok', 0],
    ['two neither', [['ok'], ['unreachable'], ['unreachable']], 'ok', 0],
    ['three do, since the first of them', [['ok'], ...times(3, ['unreachable'] as [Verdict])], 'unreachable', 1],
    ['three that differ, but are all worse, too', [['ok'], ['limited'], ['behind'], ['unreachable']], 'unreachable', 1],
    ['getting better takes three as well', [['unreachable'], ['ok'], ['ok']], 'unreachable', 0],
    ['and then it is better since the first', [['unreachable'], ['ok'], ['ok'], ['ok']], 'ok', 1],
    ['flapping changes nothing', [['ok'], ...times(10, [['unreachable'], ['ok']] as [Verdict][]).flat()], 'ok', 0],
    [
      'worse and better looks do not add up',
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
      'a slot seen again after an outage is as old as it is',
      [['ok', 7], ...times(12, ['unreachable'] as [Verdict]), ['ok', 7]],
      'frozen',
      0,
    ],
    [
      'moving again takes three looks',
      [...times(13, ['ok', 7] as [Verdict, number]), ['ok', 8], ['ok', 9]],
      'frozen',
      0,
    ],
    ['and is ok then', [...times(13, ['ok', 7] as [Verdict, number]), ['ok', 8], ['ok', 9], ['ok', 10]], 'ok', 13],
  ])('%s', (_, looks, verdict, since) => {
    const judgement = judged(looks)
    expect(judgement.verdict).toBe(verdict)
    expect(judgement.since).toBe(since === null ? null : at(since * 5_000))
  })

  test('remembers when the slot last moved', () => {
    expect(judged([['ok', 5]]).slotMovedAt).toBeNull()
    expect(judged([['ok', 5], ['ok', 6], ['unreachable'], ['ok', 6]]).slotMovedAt).toBe(at(5_000))
    expect(FROZEN_MS).toBe(60_000)
  })

  test('strict monitors go by the last solid verdict for a minute of limited looks, then no longer', () => {
    const limited = judged([['ok'], ...times(3, ['limited'] as [Verdict])])
    expect(limited.verdict).toBe('limited')
    expect(strictVerdict(limited, 15_000 + 59_000)).toBe('ok')
    expect(strictVerdict(limited, 15_000 + 60_000)).toBe('limited')
    expect(strictVerdict(judged([['unreachable'], ...times(3, ['limited'] as [Verdict])]), 16_000)).toBe('unreachable')
    expect(strictVerdict(judged([['limited']]), 0)).toBe('limited')
    expect(strictVerdict(NOT_LOOKED, 0)).toBe('unknown')
    expect(strictVerdict(judged([['ok']]), 0)).toBe('ok')
  })
})

describe('the trend of a lag', () => {
  test.each([
    [[], null],
    [[50], null],
    [[50, 51], 'holding'],
    [[50, 40], 'catching up'],
    [[50, 44, 61], 'losing ground'],
    [[1_000, 1_040], 'holding'],
  ])('%o: %s', (lags, expected) => {
    expect(trendOf(lags)).toBe(expected)
  })
})

test('a verdict says itself in words', () => {
  const facts = { slot: 1_234, lag: 57, trend: 'catching up', text: null }
  expect(summaryOf('behind', facts)).toBe('The indexer is 57 slots behind the chain, catching up.')
  expect(summaryOf('ok', facts)).toBe('The indexer moves and is close to the chain at slot 1,234.')
  expect(summaryOf('unknown', { ...facts, slot: null })).toBe('Nobody has looked at the indexer yet.')
})
