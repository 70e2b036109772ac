import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatAge, formatSpan, formatUtc } from './block-time'

it.each([
  [1, '1970-01-01 00:00:01 UTC'],
  [1_795_169_141, '2026-11-20 10:05:41 UTC'],
  [253_402_300_799, '9999-12-31 23:59:59 UTC'],
])('%s s is %s', (seconds, text) => {
  expect(formatUtc(seconds)).toBe(text)
})

it('a time beyond the year 9999, as of a chain that counts milliseconds, keeps all its parts', () => {
  expect(formatUtc(253_402_300_800)).toBe('+010000-01-01 00:00:00 UTC')
  expect(formatUtc(1_795_169_141_000)).toMatch(/^\+\d{6}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)
})

it('no time is known for 0, and none that a calendar cannot hold', () => {
  for (const seconds of [0, -1, 8_640_000_000_001, Number.MAX_SAFE_INTEGER]) expect(formatUtc(seconds)).toBeNull()
})

it('any time that a block can have is read back as the same second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 253_402_300_799 }), (seconds) => {
      expect(Date.parse(formatUtc(seconds) ?? '')).toBe(seconds * 1000)
    }),
  )
})

it.each([
  [0, '0 s'],
  [1, '1 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3_599, '59 min'],
  [3_600, '1 h'],
  [86_399, '23 h'],
  [86_400, '1 d'],
  [86_400_000, '1,000 d'],
])('a span of %s s is %s, never rounded up', (seconds, text) => {
  expect(formatSpan(seconds)).toBe(text)
})

it('an age is said from the first full second; clocks may differ by five seconds before a time counts as future', () => {
  const at = 1_795_169_141
  const age = (ms: number) => formatAge(at, at * 1000 + ms)
  expect(age(0)).toBe('just now')
  expect(age(999)).toBe('just now')
  expect(age(1_000)).toBe('1 s ago')
  expect(age(12_999)).toBe('12 s ago')
  expect(age(3_600_000)).toBe('1 h ago')
  expect(age(-5_000)).toBe('just now')
  expect(age(-6_000)).toBeNull()
})
