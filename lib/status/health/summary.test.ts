import { describe, expect, test } from 'vitest'
import type { Degradation, PendingVerdict } from '../../api/status'
import { VERDICTS } from '../../api/verdicts'
import { methods } from '../../protocol/rpc/methods'
import {
  lagSamples,
  type SummaryFacts,
  secondsToCatchUp,
  slotsPerSecondOf,
  standstillOf,
  summaryOf,
  type TrendSample,
  trendOf,
} from './summary'

const FACTS: SummaryFacts = {
  verdict: 'ok',
  slot: 418_890_010,
  standsFor: 2,
  seenAgo: 2,
  moved: true,
  slotsPerSecond: 12.34,
  lag: null,
  chain: null,
  trend: null,
  arrivalSeconds: null,
  standstill: null,
  isDoubted: false,
  doubtText: null,
  text: 'ok',
  healthOk: true,
  setBack: null,
  isNear: true,
  signatureAge: null,
  degradations: [],
  pending: null,
  worse: { checks: 0, of: 12 },
}

function slow(...medians: readonly number[]): Degradation[] {
  return (Object.keys(methods) as (keyof typeof methods)[]).map((method, i) => {
    return { kind: 'slow', method, medianMs: medians[i % medians.length] ?? 0 }
  })
}

const PENDING: PendingVerdict = { to: 'ok', better: false, since: '2026-11-20T00:00:00.000Z', checks: 1, needed: 3 }
const TO_BEHIND: PendingVerdict = { ...PENDING, to: 'behind', better: true }
const WAITING = 'waiting for slot 418890011 (getBlock: error -32009; block 418890012 names it as its parent)'
const WAITS = `The indexer says: Node is behind 310 slots: ${WAITING}`
const TIMEOUT = { kind: 'fails', failed: 3, of: 3, text: 'The indexer did not respond in time.' } as const
const DEGRADED: Degradation[] = [
  { ...TIMEOUT, method: 'getCompressedAccountsByOwner' },
  { ...TIMEOUT, method: 'getLatestCompressionSignatures' },
  { kind: 'slow', method: 'getCompressedTokenAccountsByDelegate', medianMs: 3_210 },
  { kind: 'old slot', method: 'getCompressionSignaturesForAccount', slots: 1_390 },
  { kind: 'wrong rows', hashes: 3 },
]

test.each<[Partial<SummaryFacts>, string]>([
  [{}, 'Indexer healthy. Up to date at slot 418,890,010.'],
  [{ isNear: false, signatureAge: 240 }, 'Indexer healthy. Slot 418,890,010 moves; newest signature 4 min old.'],
  [{ signatureAge: 240 }, 'Indexer healthy. Up to date at slot 418,890,010; newest signature 4 min old.'],
  [{ moved: false }, 'Indexer healthy at slot 418,890,010. No movement seen yet.'],
  [
    { worse: { checks: 4, of: 12 } },
    'Indexer healthy. Up to date at slot 418,890,010. 4 of the last 12 checks were worse.',
  ],
  [{ worse: { checks: 1, of: 12 } }, 'Indexer healthy. Up to date at slot 418,890,010.'],
  [{ isNear: false }, 'Indexer healthy at slot 418,890,010, and moving.'],
  [
    { pending: { ...PENDING, to: 'unreachable', checks: 2 }, doubtText: 'The indexer did not respond in time.' },
    'Last 2 checks failed (did not respond in time). 2 of 3 before alert.',
  ],
  [
    { pending: { ...PENDING, to: 'unreachable' }, doubtText: 'The indexer’s response is not JSON.' },
    'Last check failed (response is not JSON). 1 of 3 before alert.',
  ],
  [
    { pending: { ...PENDING, to: 'degraded' }, doubtText: 'All 6 operations are slow (median 2.5 s).' },
    'Last check says degraded: All 6 operations are slow (median 2.5 s). 1 of 3 before alert.',
  ],
  [
    { isDoubted: true, standsFor: 15.2 },
    'Slot 418,890,010 has not moved for 15 s, though the indexer reports itself healthy.',
  ],
  [
    { verdict: 'frozen', standsFor: 1, text: 'ok', pending: { ...PENDING, to: 'ok', better: true, checks: 2 } },
    'Slot 418,890,010 moves again. Recovering: 2 of 3 good checks.',
  ],
  [
    { verdict: 'unreachable', seenAgo: 0, text: 'The indexer refused the connection.', pending: TO_BEHIND },
    'The indexer answers again at slot 418,890,010. Recovering: 1 of 3 checks say behind.',
  ],
  [
    { verdict: 'degraded', degradations: DEGRADED, text: 'not this' },
    'Some requests fail or are slow. getCompressedAccountsByOwner and getLatestCompressionSignatures fail: The indexer did not respond in time. getCompressedTokenAccountsByDelegate is slow (median 3.2 s). getCompressionSignaturesForAccount answers from 1,390 slots below the indexer’s own slot. 3 accounts in its answers do not match their hashes.',
  ],
  [{ verdict: 'degraded', degradations: slow(2_500, 2_580) }, 'All 6 operations are slow (median 2.6 s).'],
  [{ verdict: 'degraded', degradations: DEGRADED.slice(4) }, '3 accounts in its answers do not match their hashes.'],
  [
    { verdict: 'degraded', pending: { ...PENDING, better: true, checks: 2 } },
    'The indexer was healthy at slot 418,890,010 at the last check. Recovering: 2 of 3 good checks.',
  ],
  [
    { verdict: 'behind', lag: 100_000, setBack: 100_000, trend: 'catching up', arrivalSeconds: 5 },
    'Indexer set back at slot 418,890,010: 100,000 slots below the highest slot seen.',
  ],
  [
    { verdict: 'behind', text: 'Its newest data is at least 8 min old by the times of its signatures.' },
    'Indexer behind at slot 418,890,010, though it reports itself healthy. Its newest data is at least 8 min old by the times of its signatures.',
  ],
  [
    { verdict: 'behind', lag: 5_700, trend: 'catching up', arrivalSeconds: 95 },
    'Indexer 5,700 slots behind the chain, catching up (indexing 12.3 slots/s); caught up in about 1 min 35 s at this rate.',
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
    { verdict: 'frozen', standsFor: 120, standstill: 'indexer', lag: 310, text: WAITS },
    `Slot 418,890,010 has not moved for 2 min. The indexer reports the chain 310 slots ahead: it is ${WAITING}.`,
  ],
  [
    {
      verdict: 'frozen',
      standsFor: 120,
      standstill: 'indexer',
      lag: 310,
      text: WAITS,
      chain: { slot: 418_890_320, moves: true, nodes: 1, lag: 310, lagSeconds: null } as SummaryFacts['chain'],
    },
    `Slot 418,890,010 has not moved for 2 min. The chain is 310 slots ahead and moving: the indexer is ${WAITING}.`,
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
    { verdict: 'frozen', slot: 0, standsFor: 3_600, standstill: 'chain' },
    'The indexer has no data: it has been at slot 0 for 1 h.',
  ],
  [
    { verdict: 'unreachable', seenAgo: 185, text: 'The indexer refused the connection.' },
    'Indexer not responding. The indexer refused the connection. Last seen at slot 418,890,010, 3 min 5 s ago.',
  ],
  [
    { verdict: 'unreachable', slot: null, seenAgo: null, text: 'The indexer returned HTTP 500.' },
    'Indexer not responding as it should. The indexer returned HTTP 500.',
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

describe('every verdict with every doubt', () => {
  const doubts = {
    none: {},
    'a standing slot': { isDoubted: true, standsFor: 31 },
    'a failed check': { pending: { ...PENDING, to: 'unreachable' }, doubtText: 'The indexer returned HTTP 500.' },
    'a slow check': {
      pending: { ...PENDING, to: 'degraded', checks: 2 },
      doubtText: 'getIndexerSlot is slow (median 2.5 s).',
    },
    recovery: { pending: { ...PENDING, better: true } },
    'part of a recovery': { pending: { ...PENDING, better: true, to: 'degraded' } },
    'unsteady checks': { worse: { checks: 4, of: 12 } },
  } as const satisfies Record<string, Partial<SummaryFacts>>
  const rows = VERDICTS.flatMap((verdict) => Object.entries(doubts).map(([name, doubt]) => ({ verdict, name, doubt })))

  // A frozen slot is never in doubt.
  test.each(rows.filter(({ verdict, name }) => verdict !== 'frozen' || name !== 'a standing slot'))(
    '$verdict with $name: whole sentences, none twice, none that another one denies',
    ({ verdict, name, doubt }) => {
      const text = 'The indexer says: Node is behind by 423 slots'
      const words = summaryOf({
        ...FACTS,
        verdict,
        text,
        degradations: slow(2_500),
        healthOk: verdict === 'ok',
        ...doubt,
      })
      expect(words).toMatch(/\.$/)
      expect(words).not.toMatch(/[^.:!?…] (Node is|Slot|Last|All|Recovering|Some)\b/)
      const sentences = words.split(/(?<=[.!?])\s+/)
      expect(new Set(sentences).size).toBe(sentences.length)
      if (name !== 'none' && name !== 'unsteady checks') expect(words).not.toMatch(/up to date|and moving/i)
      if (doubt === doubts.recovery) expect(words).not.toMatch(/not responding|rate limiting|slow|behind/)
      if (verdict !== 'ok') expect(words).not.toMatch(/^Indexer healthy/)
    },
  )
})

/** Checks 5 s apart: `[slot, lag]`; lag `ok`: a healthy answer, null: one without a number. */
function steps(...samples: [number | null, number | 'ok' | null][]): TrendSample[] {
  return samples.map(([slot, lag], i) => ({
    seconds: 5 * i,
    slot,
    lag: lag === 'ok' ? null : lag,
    healthOk: lag === 'ok',
  }))
}

test.each([
  [[], null],
  [[50], null],
  [[50, 51], 'holding'],
  [[50, 40], 'catching up'],
  [[50, 44, 61], 'losing ground'],
  [[1_000, 1_040], 'holding'],
])('the trend of the lags %o: %s', (lags, expected) => {
  expect(trendOf(lags)).toBe(expected)
})

describe('the arrival', () => {
  test('follows from the speed at which the lag falls', () => {
    // 400 slots less in 10 s: 1,200 more take 30 s.
    expect(secondsToCatchUp(steps([100, 1_600], [null, null], [540, 1_200]))).toBe(30)
  })

  test.each([
    ['a lag that stays', steps([1, 500], [2, 500])],
    ['one that grows', steps([1, 500], [2, 600])],
    ['one number', steps([1, null], [2, 500])],
    ['no number', steps([1, null], [2, null])],
    ['an earlier lag that was made up for', steps([1, 5_000], [2, 'ok'], [3, 30])],
  ])('cannot be told from %s', (_, samples) => {
    expect(secondsToCatchUp(samples)).toBeNull()
  })

  test('counts only what lags after the last healthy check', () => {
    expect(lagSamples(steps([1, 900], [2, 'ok'], [3, 80], [4, null], [5, 60])).map(({ lag }) => lag)).toEqual([80, 60])
  })
})

test('the pace is that between the first and the last check that saw a slot', () => {
  expect(slotsPerSecondOf(steps([100, 'ok'], [null, null], [125, 'ok']))).toBe(2.5)
  expect(slotsPerSecondOf(steps([100, 'ok'], [100, 'ok']))).toBe(0)
  expect(slotsPerSecondOf(steps([100, 'ok'], [90, 'ok']))).toBeNull()
  expect(slotsPerSecondOf(steps([null, null], [90, 'ok']))).toBeNull()
})

describe('who stopped', () => {
  test.each<[string, TrendSample[], string]>([
    ['health goes on to say ok', steps([7, 'ok'], [7, 'ok'], [7, 'ok']), 'chain'],
    ['it says ok again after lags', steps([7, 30], [7, 40], [7, 'ok'], [7, 'ok'], [7, 'ok']), 'chain'],
    ['the lag grows', steps([7, 'ok'], [7, 25], [7, 37]), 'indexer'],
    ['the lag grows, some checks without a number', steps([7, 25], [7, null], [7, 50]), 'indexer'],
    ['the lag stays as it is', steps([7, 57], [7, 57], [7, 57]), 'not known'],
    ['errors without a number', steps([7, null], [7, null], [7, null]), 'not known'],
    ['two healthy checks are not enough', steps([7, 'ok'], [7, 'ok']), 'not known'],
    ['a single lag', steps([7, null], [7, 57]), 'not known'],
    ['nothing', [], 'not known'],
  ])('%s', (_, samples, expected) => {
    expect(standstillOf(samples)).toBe(expected)
  })
})
