import { describe, expect, test } from 'vitest'
import { arrivalOf, lagging, paceOf, standstillOf, type TrendSample, trendOf } from './trend'

/** Checks 5 s apart: `[slot, lag]`; a lag of `ok` is a healthy answer, null one without a number. */
function steps(...samples: [number | null, number | 'ok' | null][]): TrendSample[] {
  return samples.map(([slot, lag], i) => ({
    seconds: 5 * i,
    slot,
    lag: lag === 'ok' ? null : lag,
    healthOk: lag === 'ok',
  }))
}

test.each([
  [[], null],
  [[50], null],
  [[50, 51], 'holding'],
  [[50, 40], 'catching up'],
  [[50, 44, 61], 'losing ground'],
  [[1_000, 1_040], 'holding'],
])('the trend of the lags %o: %s', (lags, expected) => {
  expect(trendOf(lags)).toBe(expected)
})

describe('the arrival', () => {
  test('follows from the speed at which the lag falls', () => {
    // 400 slots less in 10 s: 1,200 more take 30 s.
    expect(arrivalOf(steps([100, 1_600], [null, null], [540, 1_200]))).toBe(30)
  })

  test.each([
    ['a lag that stays', steps([1, 500], [2, 500])],
    ['one that grows', steps([1, 500], [2, 600])],
    ['one number', steps([1, null], [2, 500])],
    ['no number', steps([1, null], [2, null])],
    ['an earlier lag that was made up for', steps([1, 5_000], [2, 'ok'], [3, 30])],
  ])('cannot be told from %s', (_, samples) => {
    expect(arrivalOf(samples)).toBeNull()
  })

  test('counts only what lags after the last healthy check', () => {
    expect(lagging(steps([1, 900], [2, 'ok'], [3, 80], [4, null], [5, 60])).map(({ lag }) => lag)).toEqual([80, 60])
  })
})

test('the pace is that between the first and the last check that saw a slot', () => {
  expect(paceOf(steps([100, 'ok'], [null, null], [125, 'ok']))).toBe(2.5)
  expect(paceOf(steps([100, 'ok'], [100, 'ok']))).toBe(0)
  expect(paceOf(steps([100, 'ok'], [90, 'ok']))).toBeNull()
  expect(paceOf(steps([null, null], [90, 'ok']))).toBeNull()
})

describe('who stopped', () => {
  test.each<[string, TrendSample[], string]>([
    ['health goes on to say ok', steps([7, 'ok'], [7, 'ok'], [7, 'ok']), 'chain'],
    ['it says ok again after lags', steps([7, 30], [7, 40], [7, 'ok'], [7, 'ok'], [7, 'ok']), 'chain'],
    ['the lag grows', steps([7, 'ok'], [7, 25], [7, 37]), 'indexer'],
    ['the lag grows, some checks without a number', steps([7, 25], [7, null], [7, 50]), 'indexer'],
    ['the lag stays as it is', steps([7, 57], [7, 57], [7, 57]), 'not known'],
    ['errors without a number', steps([7, null], [7, null], [7, null]), 'not known'],
    ['two healthy checks are not enough', steps([7, 'ok'], [7, 'ok']), 'not known'],
    ['a single lag', steps([7, null], [7, 57]), 'not known'],
    ['nothing', [], 'not known'],
  ])('%s', (_, samples, expected) => {
    expect(standstillOf(samples)).toBe(expected)
  })
})
