import { describe, expect, test } from 'vitest'
import { addressOf, hashOf, makeAccounts, makeSignatures, signatureOf } from '@/lib/testing/stand-in/fixtures'
import type { Answer, AnswerMeta } from '../api/answer'
import type { Problem } from '../api/problem'
import type { IndexerStatus } from '../api/status'
import type { Verdict } from '../api/verdicts'
import { accountSummary } from '../summary/account'
import { isDrawable } from '../summary/draw'
import { latestSummary } from '../summary/lists'
import { homeSummary, statusSummary } from '../summary/status'
import type { Outcome, Summary } from '../summary/summary'
import { txSummary } from '../summary/unasked'
import type { OwnerUrl } from '../urls/read'
import { ownerPage } from './owner'

const OWNER = addressOf('owner')
const SLOT = 418_890_000
const URL: OwnerUrl = {
  owner: OWNER,
  filters: [],
  slice: null,
  limit: 50,
  sort: null,
  cursor: null,
  open: null,
  mode: 'pages',
  at: null,
  takenAt: null,
  minSlot: null,
  whole: null,
  columns: null,
}

function meta(more: Partial<AnswerMeta> = {}): AnswerMeta {
  return { slot: SLOT, fetchedAt: '2026-11-20T10:00:00Z', state: 'fresh', complete: null, network: 'devnet', ...more }
}

function rows(count: number, cursor: string | null, more: Partial<AnswerMeta> = {}) {
  const value = { items: makeAccounts(OWNER, count), cursor }
  const answer: Answer<'getCompressedAccountsByOwner'> = {
    result: { context: { slot: meta(more).slot ?? 0 }, value },
    meta: meta(more),
  }
  return { answer }
}

const problem: Problem = {
  type: 'about:blank',
  title: 'The indexer did not answer',
  status: 504,
  code: 'upstream_timeout',
  detail: 'x',
  retryable: true,
}

const of = (
  url: Partial<OwnerUrl>,
  outcome: Outcome<'getCompressedAccountsByOwner'>,
  rowsBefore: number | null = 0,
): Summary =>
  ownerPage.summary({ ...URL, ...url }, { rowsBefore, outcome, parts: [], network: 'devnet', status: STATUS })

describe('the summary of an owner', () => {
  test('says how many rows, at which slot, and whether they are all', () => {
    const { title, description, card, index } = of({}, rows(50, 'next'))
    expect(title).toBe(`Accounts of ${OWNER.slice(0, 8)}…${OWNER.slice(-8)}`)
    expect(description).toContain('At least 50 accounts as of slot 418,890,000 on devnet: more available.')
    expect(description).toContain(OWNER)
    expect(card).toMatchObject({
      subject: OWNER,
      headline: 'At least 50 accounts',
      state: { word: 'more available' },
    })
    expect(index).toBe(true)
  })

  test.each([
    [rows(1, null, { complete: true }), '1 account', 'complete', true],
    [rows(12, null, { complete: false }), '12 accounts', 'incomplete', true],
    [rows(12, null), '12 accounts', 'not proven complete', true],
    [rows(12, null, { complete: true, state: 'stale' }), '12 accounts', 'stale', false],
    [rows(0, null, { complete: true }), 'No live accounts', 'complete', false],
    [rows(0, null, { complete: true, slot: 0 }), 'The indexer has no data', 'unknown', false],
  ])('%#: %s', (outcome, headline, word, index) => {
    const summary = of({}, outcome)
    expect(summary.card).toMatchObject({ headline, state: { word } })
    expect(summary.index).toBe(index)
  })

  test('of a later page names its rows and is no page of its own for search engines', () => {
    const { title, index } = of({ cursor: 'c' }, rows(50, 'next'), 300)
    expect(title).toMatch(/, rows 301 to 350$/)
    expect(index).toBe(false)
    expect(of({ cursor: 'c' }, rows(0, null), 300).card.headline).toBe('End of list')
    // A place that we did not give: neither its number nor that the list ends there is known.
    const unknown = of({ cursor: 'c' }, rows(50, 'next'), null)
    expect([unknown.title, unknown.card.headline]).toEqual([expect.stringMatching(/, 50 rows$/), '50 rows'])
    expect(of({ cursor: 'c' }, rows(0, null), null).card.headline).toBe('No more rows')
  })

  test('of a filtered list says so, and repeats no byte of the filter', () => {
    const { card, index, description } = of({ filters: [{ offset: 0, bytes: 'abc' }] }, rows(3, null))
    expect(card.foot).toBe('Matching 1 filter, as of slot 418,890,000')
    expect(description).toContain('that match 1 filter')
    expect(index).toBe(false)
  })

  test('without an answer says what the address says, and counts nothing', () => {
    const { card, index, description } = of({}, { problem })
    expect(card).toMatchObject({ headline: 'Live compressed accounts', state: null })
    expect(description).toContain('Currently unavailable')
    expect(index).toBe(false)
    expect(of({}, null).index).toBe(true)
  })
})

describe('the summary of an account', () => {
  const hash = hashOf('a')
  const life = (slots: number[]) => {
    const items = slots.map((slot) => ({ signature: signatureOf(`${slot}`), slot, blockTime: 1_763_600_000 }))
    const result = { context: { slot: SLOT }, value: { items } }
    return { answer: { result, meta: meta() } as Answer<'getCompressionSignaturesForAccount'> }
  }
  const account = (outcome: Parameters<typeof accountSummary>[1]) =>
    accountSummary({ hash, minSlot: null }, outcome, 'devnet')

  test.each([
    [[100], ': live', 'Created in slot 100; no consuming transaction known as of slot 418,890,000', true],
    [[200, 100], ': consumed', 'Created in slot 100, consumed in slot 200', true],
    [[300, 200, 100], '', '3 signatures', true],
  ])('with signatures in slots %j', (slots, ending, words, index) => {
    const summary = account(life(slots))
    expect(summary.title.endsWith(ending)).toBe(true)
    expect(summary.description).toContain(words)
    expect(summary.index).toBe(index)
    expect(isDrawable(summary.card)).toBe(true)
  })

  test('is no page of its own for search engines where a link waits for a slot, or the answer is old', () => {
    const waits = accountSummary({ hash, minSlot: 5 }, life([100]), 'devnet')
    expect(waits.index).toBe(false)
    const { answer } = life([100])
    expect(account({ answer: { ...answer, meta: meta({ state: 'stale' }) } }).index).toBe(false)
  })

  test('unknown to the indexer', () => {
    const summary = account({ problem: { ...problem, code: 'not_found' } })
    expect(summary.title).toMatch(/: not found$/)
    expect(summary.index).toBe(false)
  })
})

const VERDICTS: Verdict[] = ['ok', 'degraded', 'behind', 'frozen', 'unreachable', 'limited', 'unknown']
const STATUS = {
  network: 'devnet',
  verdict: 'ok',
  summary: 'whatever\u202E an indexer says',
  slot: SLOT,
  lag: null,
} as IndexerStatus

test('an indexer’s own words reach the description made visible, and no picture', () => {
  const { description, card } = statusSummary(STATUS, null)
  expect(description).toContain('whatever‹U+202E› an indexer says')
  expect(JSON.stringify(card)).not.toContain('whatever')
})

test('everything that a summary says of a right address may stand in a picture', () => {
  const items = makeSignatures(50)
  const latest = { answer: { result: { context: { slot: SLOT }, value: { items, cursor: 'c' } }, meta: meta() } }
  const all = [
    of({}, rows(50, 'next')),
    of({ cursor: 'c', filters: [{ offset: 0, bytes: 'a' }] }, rows(50, 'next'), 1_000_000),
    of({}, { problem }),
    of({}, null),
    latestSummary({ cursor: null }, 0, latest, 'devnet'),
    latestSummary({ cursor: 'c' }, 50, latest, 'devnet'),
    latestSummary({ cursor: null }, 0, null, 'a.b_c-D9'),
    txSummary(signatureOf('a'), 'sandbox'),
    ...VERDICTS.flatMap((verdict) => [
      homeSummary({ ...STATUS, verdict }),
      statusSummary({ ...STATUS, verdict, slot: null, lag: null }, null),
      statusSummary({ ...STATUS, verdict, lag: 1_023 }, null),
    ]),
    statusSummary(STATUS, { fromMs: 1_763_600_000_000, toMs: 1_763_700_000_000 }),
  ]
  expect(all.filter(({ card }) => !isDrawable(card)).map(({ card }) => card)).toEqual([])
})
