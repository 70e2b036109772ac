import { expect, test } from 'vitest'
import { rateText } from './home-rate'

const NOW = 1_700_000_060
const at = (seconds: number) => new Date(seconds * 1000).toISOString()

test('the rate is that of the newest transactions, to the moment they were fetched at', () => {
  const times = Array.from({ length: 11 }, (_, i) => NOW - 6 * i)
  expect(rateText(times, at(NOW))).toBe('10')
  expect(rateText(times, at(NOW + 60))).toBe('5.0')
  expect(rateText(times, at(NOW + 86_400))).toBe('under 0.1')
})

test('a chain whose clock is ahead has no negative rate', () => {
  expect(rateText([NOW + 9, NOW + 8], at(NOW))).toBe('60')
})

test('it is unknown where times are: none, one, or not recorded', () => {
  for (const times of [[], [NOW], [0, 0, 0], [NOW, 0]]) expect(rateText(times, at(NOW))).toBe('unknown')
})
