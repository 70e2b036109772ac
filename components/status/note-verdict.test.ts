import { QueryCache, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { explorerUnreachable } from '@/lib/api/fetch-json'
import { ProblemError } from '@/lib/api/problem'
import { VERDICTS, VERDICTS_BY_SEVERITY } from '@/lib/api/verdicts'
import { onBetterVerdict } from '../ui/better-verdict'
import { retryOnBetterVerdict } from './note-verdict'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('whatever waits retries within two seconds of a better verdict, and of no other', () => {
  for (const before of VERDICTS) {
    for (const now of VERDICTS) {
      const retry = vi.fn()
      const stop = onBetterVerdict(retry)
      retryOnBetterVerdict(before, now, new QueryCache())
      vi.advanceTimersByTime(2_000)
      expect(retry, `${before} to ${now}`).toHaveBeenCalledTimes(
        VERDICTS_BY_SEVERITY.indexOf(now) < VERDICTS_BY_SEVERITY.indexOf(before) ? 1 : 0,
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
    retryOnBetterVerdict('unreachable', 'ok', new QueryCache())
    vi.advanceTimersByTime(2_000)
    stop()
  }
  expect(moments.size).toBeGreaterThan(15)
})

test('a question whose second attempt has long to wait is asked at once, and one that was answered is left alone', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 600_000 } } })
  const asked = { failing: 0, well: 0 }
  const observe = (name: keyof typeof asked) => {
    const queryFn = async () => {
      asked[name]++
      if (name === 'failing' && asked.failing === 1) throw new ProblemError(explorerUnreachable)
      return { meta: { state: 'fresh' } }
    }
    new QueryObserver(client, { queryKey: ['rpc', name], queryFn }).subscribe(() => {})
  }
  observe('failing')
  observe('well')
  await vi.advanceTimersByTimeAsync(1_000)
  retryOnBetterVerdict('unreachable', 'ok', client.getQueryCache())
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked).toEqual({ failing: 2, well: 1 })
  client.clear()
})
