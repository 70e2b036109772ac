import { expect, test } from 'vitest'
import { virtualTime } from '@/lib/testing/virtual-time'
import { RecentCalls } from './recent-calls'

const clock = virtualTime()
const SLOT = 'getIndexerSlot'
const OK = { outcome: 'ok', trouble: null, canary: false } as const

test('calls, failures and refusals of five minutes, median and 95th percentile of all of them', () => {
  const recent = new RecentCalls()
  for (let ms = 1; ms <= 100; ms++) recent.ended(SLOT, { ...OK, tookMs: ms }, `t${ms}`)
  recent.ended(
    SLOT,
    { outcome: 'http_429', trouble: 'The indexer returned HTTP 429.', tookMs: 0.44, canary: false },
    'later',
  )
  const [health, never] = recent.health([SLOT, 'getIndexerHealth'])
  expect(health).toEqual({
    method: SLOT,
    calls: 101,
    failed: 1,
    rateLimited: 1,
    medianMs: 50,
    p95Ms: 95,
    last: { at: 'later', outcome: 'http_429', failed: true, canary: false },
    lastError: { at: 'later', outcome: 'http_429', text: 'The indexer returned HTTP 429.' },
  })
  expect(never).toMatchObject({ method: 'getIndexerHealth', calls: 0, medianMs: null, last: null, lastError: null })
})

test('an answer that says no is none of the failures', () => {
  const recent = new RecentCalls()
  recent.ended('getIndexerHealth', { outcome: 'rpc_stale', trouble: null, tookMs: 3, canary: false }, 'then')
  expect(recent.health(['getIndexerHealth'])).toMatchObject([
    { calls: 1, failed: 0, medianMs: 3, last: { outcome: 'rpc_stale', failed: false }, lastError: null },
  ])
})

test('after five minutes only the last call and the last error are left', () => {
  const recent = new RecentCalls()
  recent.ended(
    SLOT,
    { outcome: 'http_5xx', trouble: 'The indexer returned HTTP 500.', tookMs: 7, canary: false },
    'then',
  )
  clock.skip(301_000)
  expect(recent.health([SLOT])).toMatchObject([
    { calls: 0, failed: 0, medianMs: null, p95Ms: null, last: { at: 'then' }, lastError: { at: 'then' } },
  ])
})

test('of very many calls all are counted and the newest thousand measured', () => {
  const recent = new RecentCalls()
  for (let i = 0; i < 5_000; i++) recent.ended(SLOT, { ...OK, tookMs: i < 4_000 ? 900 : 2 }, 'then')
  expect(recent.health([SLOT])).toMatchObject([{ calls: 5_000, medianMs: 2, p95Ms: 2 }])
})
