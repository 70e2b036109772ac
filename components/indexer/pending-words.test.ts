import { expect, test } from 'vitest'
import type { PendingVerdict } from '@/lib/api/status'
import { pendingWord } from './pending-words'

const pending = (over: Partial<PendingVerdict>): { pending: PendingVerdict } => {
  return { pending: { to: 'ok', better: true, since: '', checks: 2, needed: 3, ...over } }
}

test('a bad check is being checked, good ones are the way back', () => {
  expect(pendingWord({ pending: null })).toBeNull()
  expect(pendingWord(pending({}))).toBe('recovering')
  expect(pendingWord(pending({ to: 'behind' }))).toBe('recovering')
  expect(pendingWord(pending({ to: 'unreachable', better: false, checks: 1 }))).toBe('checking')
})
