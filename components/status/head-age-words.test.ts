import { expect, test } from 'vitest'
import type { HeadAge } from '@/lib/api/status'
import { headAgeText } from './head-age-words'

test('the age of the head comes with its margin', () => {
  const words = (age: HeadAge) => headAgeText(age).replaceAll('\u00a0', ' ')
  const anchor = { slot: 1, time: '2026-11-20T10:00:00.000Z' }
  expect(words({ seconds: 12.4, errorSeconds: 2.6, anchor })).toBe('12 s ± 3 s')
  expect(words({ seconds: 125, errorSeconds: 0.2, anchor })).toBe('2 min 5 s ± 1 s')
  expect(words({ seconds: -0.4, errorSeconds: 1, anchor })).toBe('under 1 s')
})
