import { expect, test } from 'vitest'
import type { IndexerStatus } from '@/lib/api/status'
import { bannerWords, timeBehind } from './verdict-words'

const NOW = Date.UTC(2026, 10, 20, 10)

function status(over: Partial<IndexerStatus>): IndexerStatus {
  return {
    network: 'devnet',
    verdict: 'ok',
    summary: '',
    since: new Date(NOW - 185_000).toISOString(),
    slot: 1_000,
    slotMovedAt: null,
    slotsPerSecond: null,
    lag: null,
    trend: null,
    arrivalSeconds: null,
    standstill: null,
    degradations: [],
    pending: null,
    standingSince: null,
    chain: null,
    replaced: null,
    headAge: null,
    newestSignature: null,
    checkedAt: null,
    lastOkAt: null,
    maintenance: null,
    acknowledged: null,
    reset: null,
    intervalSeconds: 5,
    samples: [],
    operations: [],
    windowSeconds: 300,
    ...over,
  }
}

test.each<[Partial<IndexerStatus>, string | null]>([
  [{ verdict: 'ok' }, null],
  [{ verdict: 'unknown' }, null],
  [{ verdict: 'behind', lag: 1_057, trend: 'catching up' }, 'Indexer 1,057 slots behind (about 7 min)'],
  [{ verdict: 'behind', lag: 57 }, 'Indexer 57 slots behind (about 23 s)'],
  [{ verdict: 'behind', lag: 1 }, 'Indexer 1 slot behind (about 1 s)'],
  [{ verdict: 'behind' }, 'Indexer unhealthy'],
  [{ verdict: 'frozen' }, 'Indexer frozen for 3 min'],
  [{ verdict: 'unreachable' }, 'Indexer unreachable for 3 min'],
  [{ verdict: 'unreachable', since: null }, 'Indexer unreachable'],
  [{ verdict: 'limited' }, 'Rate limited by the indexer for 3 min'],
])('%j reads as %j', (over, words) => {
  expect(bannerWords(status(over), NOW)?.state ?? null).toBe(words)
})

test('the age of the head tells more of the time behind than the slots do', () => {
  const headAge = { seconds: 125, errorSeconds: 2, anchor: { slot: 1, time: '2026-11-20T10:00:00.000Z' } }
  expect(timeBehind({ headAge, lag: 10 })).toBe('about 2 min')
  expect(timeBehind({ headAge: null, lag: 10 })).toBe('about 4 s')
  expect(timeBehind({ headAge: null, lag: null })).toBeNull()
})

test('what an operator wrote stands in the place of what a verdict means, and never alone', () => {
  const maintenance = { from: '2026-11-20T09:00:00.000Z', to: '2026-11-20T11:30:00.000Z', note: 'New disk' }
  const acknowledged = { at: '2026-11-20T09:30:00.000Z', note: 'Ana: on it' }
  const meaning = (over: Partial<IndexerStatus>) => bannerWords(status(over), NOW)?.meaning ?? null
  expect(meaning({ verdict: 'frozen', maintenance, acknowledged })).toBe('Maintenance until 11:30 UTC: New disk')
  expect(meaning({ verdict: 'frozen', acknowledged })).toBe('Acknowledged: Ana: on it')
  expect(meaning({ verdict: 'ok', maintenance })).toBeNull()
})
