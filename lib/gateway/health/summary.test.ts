import { expect, test } from 'vitest'
import type { Degradation, PendingVerdict } from '../../api/status'
import { type Facts, summaryOf } from './summary'

const FACTS: Facts = {
  verdict: 'ok',
  slot: 418_890_010,
  standsFor: 2,
  seenAgo: 2,
  moved: true,
  slotsPerSecond: 12.34,
  lag: null,
  chain: null,
  nextBlock: null,
  trend: null,
  arrivalSeconds: null,
  standstill: null,
  text: 'ok',
  healthOk: true,
  setBack: null,
  isNear: true,
  degradations: [],
  pending: null,
  worse: { checks: 0, of: 12 },
}

const PENDING: PendingVerdict = { to: 'ok', better: false, since: '2026-11-20T00:00:00.000Z', checks: 1, needed: 3 }
const TO_BEHIND: PendingVerdict = { ...PENDING, to: 'behind', better: true }
const TIMEOUT = { kind: 'fails', failed: 3, of: 3, text: 'The indexer did not respond in time.' } as const
const DEGRADED: Degradation[] = [
  { ...TIMEOUT, method: 'getCompressedAccountsByOwner' },
  { ...TIMEOUT, method: 'getLatestCompressionSignatures' },
  { kind: 'slow', method: 'getCompressedTokenAccountsByDelegate', medianMs: 3_210 },
  { kind: 'old slot', method: 'getCompressionSignaturesForAccount', slots: 1_390 },
  { kind: 'wrong rows', hashes: 3 },
]

test.each<[Partial<Facts>, string]>([
  [{}, 'Indexer healthy. Up to date at slot 418,890,010.'],
  [{ moved: false }, 'Indexer healthy at slot 418,890,010. No movement seen yet.'],
  [
    { worse: { checks: 4, of: 12 } },
    'Indexer healthy. Up to date at slot 418,890,010. 4 of the last 12 checks were worse.',
  ],
  [{ worse: { checks: 1, of: 12 } }, 'Indexer healthy. Up to date at slot 418,890,010.'],
  [{ isNear: false }, 'Indexer healthy at slot 418,890,010, and moving.'],
  [
    { pending: { ...PENDING, to: 'unreachable', checks: 1 } },
    'Indexer healthy. Up to date at slot 418,890,010. Checking: the last check says unreachable.',
  ],
  [
    { verdict: 'frozen', standsFor: 1, text: 'ok', pending: { ...PENDING, to: 'ok', better: true, checks: 2 } },
    'Slot 418,890,010 moves again. Recovering: 2 of 3 good checks.',
  ],
  [
    { verdict: 'unreachable', seenAgo: 0, text: 'The indexer refused the connection.', pending: TO_BEHIND },
    'No valid answer from the indexer. The indexer refused the connection. Last seen at slot 418,890,010, just now. Recovering: 1 of 3 checks say behind.',
  ],
  [
    { verdict: 'frozen', standsFor: 90, standstill: 'chain', pending: { ...PENDING, to: 'limited' } },
    'Slot 418,890,010 has not moved for 1 min 30 s. The indexer reports itself healthy, so either the chain stopped or the indexer no longer sees new slots. Checking: the last check says limited.',
  ],
  [
    { verdict: 'degraded', degradations: DEGRADED, text: 'not this' },
    'The indexer answers at slot 418,890,010, but not as it should. getCompressedAccountsByOwner and getLatestCompressionSignatures fail: The indexer did not respond in time. getCompressedTokenAccountsByDelegate is slow: 3.2 s at the median. getCompressionSignaturesForAccount answers from 1,390 slots below the indexer’s own slot. 3 accounts in its answers do not match their hashes.',
  ],
  [
    { verdict: 'degraded', text: 'getIndexerSlot is slow: 2.1 s at the median.' },
    'The indexer answers at slot 418,890,010, but not as it should. getIndexerSlot is slow: 2.1 s at the median.',
  ],
  [
    { verdict: 'behind', lag: 1, degradations: DEGRADED.slice(2, 3) },
    'Indexer 1 slot behind the chain. getCompressedTokenAccountsByDelegate is slow: 3.2 s at the median.',
  ],
  [
    { verdict: 'behind', lag: 100_000, setBack: 100_000, trend: 'catching up', arrivalSeconds: 5 },
    'Indexer set back at slot 418,890,010: 100,000 slots below the highest slot seen.',
  ],
  [
    { verdict: 'behind', text: 'Its newest data is at least 8 min old by the times of its signatures.' },
    'Indexer behind at slot 418,890,010, though it reports itself healthy. Its newest data is at least 8 min old by the times of its signatures.',
  ],
  [{ verdict: 'behind', lag: 1 }, 'Indexer 1 slot behind the chain.'],
  [
    { verdict: 'behind', lag: 5_700, trend: 'catching up', arrivalSeconds: 95 },
    'Indexer 5,700 slots behind the chain, catching up (indexing 12.3 slots/s); caught up in about 1 min 35 s at this rate.',
  ],
  [
    { verdict: 'behind', lag: 57, trend: 'losing ground', slotsPerSecond: 1.1 },
    'Indexer 57 slots behind the chain, losing ground (indexing 1.1 slots/s).',
  ],
  [
    { verdict: 'behind', healthOk: false, text: 'The indexer returned error -32000.' },
    'Indexer unhealthy at slot 418,890,010: The indexer returned error -32000.',
  ],
  [{ verdict: 'behind', slot: 0, lag: null }, 'The indexer has no data: it is at slot 0.'],
  [
    { verdict: 'frozen', standsFor: 120, standstill: 'indexer', lag: 310 },
    'Slot 418,890,010 has not moved for 2 min. The indexer reports the chain 310 slots ahead and the lag is growing: the indexer stopped, the chain is moving.',
  ],
  [
    { verdict: 'frozen', standsFor: 125, standstill: 'chain' },
    'Slot 418,890,010 has not moved for 2 min 5 s. The indexer reports itself healthy, so either the chain stopped or the indexer no longer sees new slots.',
  ],
  [
    { verdict: 'frozen', standsFor: 60, standstill: 'not known', lag: 57 },
    'Slot 418,890,010 has not moved for 1 min. The indexer reports the chain 57 slots ahead, but no growing lag yet: unknown whether the chain stopped too.',
  ],
  [
    { verdict: 'frozen', standsFor: 60, standstill: 'not known', text: 'The indexer returned HTTP 500.' },
    'Slot 418,890,010 has not moved for 1 min. Unknown whether the indexer or the chain stopped: The indexer returned HTTP 500.',
  ],
  [
    { verdict: 'frozen', slot: 0, standsFor: 3_600, standstill: 'chain' },
    'The indexer has no data: it has been at slot 0 for 1 h.',
  ],
  [
    { verdict: 'unreachable', seenAgo: 185, text: 'The indexer refused the connection.' },
    'No valid answer from the indexer. The indexer refused the connection. Last seen at slot 418,890,010, 3 min 5 s ago.',
  ],
  [
    { verdict: 'unreachable', slot: null, seenAgo: null, text: 'The indexer refused the connection.' },
    'No valid answer from the indexer. The indexer refused the connection.',
  ],
  [
    { verdict: 'limited', seenAgo: 12 },
    'The indexer is rate limiting this explorer. Its status is unknown until it answers again. Last seen at slot 418,890,010, 12 s ago.',
  ],
  [
    { verdict: 'unknown', text: 'The indexer did not respond in time.' },
    'The indexer answers at slot 418,890,010 and is moving, but its lag is unknown: The indexer did not respond in time.',
  ],
  [{ verdict: 'unknown', slot: null, text: null }, 'Indexer not checked yet.'],
])('%o', (facts, sentence) => {
  expect(summaryOf({ ...FACTS, ...facts })).toBe(sentence)
})
