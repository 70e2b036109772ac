import { expect, test } from 'vitest'
import type { PendingVerdict } from '@/lib/api/status'
import { VERDICTS } from '@/lib/api/verdicts'
import { pendingWord, VERDICT_TONES } from './verdict'

const pending = (over: Partial<PendingVerdict>): Parameters<typeof pendingWord>[0] => {
  return { standingSince: null, pending: { to: 'ok', better: true, since: '', checks: 2, needed: 3, ...over } }
}

test('a slot that stands is doubted, unless the checks say more', () => {
  const standingSince = '2026-11-20T10:00:00.000Z'
  expect(pendingWord({ pending: null, standingSince })).toBe('not moving')
  expect(pendingWord({ ...pending({ to: 'unreachable', better: false }), standingSince })).toBe('checking')
})

test('a bad check is being checked, good ones are the way back', () => {
  expect(pendingWord({ pending: null, standingSince: null })).toBeNull()
  expect(pendingWord(pending({}))).toBe('recovering')
  expect(pendingWord(pending({ to: 'behind' }))).toBe('recovering')
  expect(pendingWord(pending({ to: 'unreachable', better: false, checks: 1 }))).toBe('checking')
})

test('only ok is green', () => {
  expect(VERDICTS.filter((verdict) => VERDICT_TONES[verdict] === 'live')).toEqual(['ok'])
})
