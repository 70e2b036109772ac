import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BY_SEVERITY, VERDICTS } from '@/lib/api/verdicts'
import { onBetterVerdict } from '../notices/better-verdict'
import { noteVerdict } from './note-verdict'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('whatever waits retries within two seconds of a better verdict, and of no other', () => {
  for (const before of VERDICTS) {
    for (const now of VERDICTS) {
      const retry = vi.fn()
      const stop = onBetterVerdict(retry)
      noteVerdict(before, now)
      vi.advanceTimersByTime(2_000)
      expect(retry, `${before} to ${now}`).toHaveBeenCalledTimes(
        BY_SEVERITY.indexOf(now) < BY_SEVERITY.indexOf(before) ? 1 : 0,
      )
      stop()
    }
  }
})

test('browsers that hear of it together retry at different moments', () => {
  const moments = new Set<number>()
  for (let browser = 0; browser < 50; browser++) {
    const began = Date.now()
    const stop = onBetterVerdict(() => moments.add(Math.round((Date.now() - began) / 20)))
    noteVerdict('unreachable', 'ok')
    vi.advanceTimersByTime(2_000)
    stop()
  }
  expect(moments.size).toBeGreaterThan(15)
})
