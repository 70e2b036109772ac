import { describe, expect, test } from 'vitest'
import { listAnswer } from '@/lib/testing/list-answer'
import { mintInfo } from '@/lib/testing/made-mints'
import { accepted } from '@/lib/testing/read-url'
import { addressOf, hashOf, makeAccounts, makeSignatures, signatureOf } from '@/lib/testing/stand-in/fixtures'
import { makeTokenRow } from '@/lib/testing/token-rows'
import { NO_EVIDENCE } from '../account/life'
import { accountSummary } from '../account/summary'
import type { AnswerMeta } from '../api/answer'
import { problem } from '../api/problem'
import type { IndexerStatus } from '../api/status'
import type { Verdict } from '../api/verdicts'
import { mintHref } from '../listing/address/list-address'
import { type OwnerUrl, ownedMintFilters, readOwnerUrl, walletFilter } from '../listing/address/owner-address'
import { latestSummary } from '../listing/pages/list-summary'
import { ownerPage } from '../listing/pages/owner'
import { isDrawable } from '../page/draw-card'
import type { LifeEvidence } from '../page/evidence'
import type { Outcome, Summary } from '../page/summary'
import { searchOf } from '../page/url-reader'
import { TOKEN_PROGRAM } from '../protocol/light/token-program'
import type { MintInfo } from '../protocol/solana/mint-info'
import { homeSummary, statusSummary } from '../status/summary'
import { txSummary } from '../transaction/page'
import { summaryMints, walletSummary } from '../wallet/summary'
import { walletHoldings } from '../wallet/wallet'
import { pageAt } from './pages'

const OWNER = addressOf('owner')
const SLOT = 418_890_000
const URL = accepted(readOwnerUrl(OWNER, {}))

function answered<Row>(items: readonly Row[], more: Partial<AnswerMeta> = {}, cursor: string | null = null) {
  return { answer: listAnswer(items, { slot: SLOT, complete: null, ...more }, cursor) }
}

const rows = (count: number, cursor: string | null, more: Partial<AnswerMeta> = {}) =>
  answered(makeAccounts(OWNER, count), more, cursor)

const of = (
  url: Partial<OwnerUrl>,
  outcome: Outcome<'getCompressedAccountsByOwner'>,
  rowsBefore: number | null = 0,
): Summary =>
  ownerPage.summary(
    { ...URL, ...url },
    { rowsBefore, outcome, parts: [], network: 'devnet', status: STATUS, life: NO_EVIDENCE, mints: {}, happened: null },
  )

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

  test.each([
    [{ total: 137, complete: true }, '137 accounts', 'complete'],
    [{ total: 137, complete: null }, 'At least 137 accounts', 'more available'],
    [{ total: 137, complete: null, moved: true as const }, 'At least 137 accounts', 'not proven complete'],
    [{ total: 137, complete: false }, 'At least 137 accounts', 'incomplete'],
  ])('counts a longer list as its page does: %j', (more, headline, word) => {
    expect(of({}, rows(50, 'next', more)).card).toMatchObject({ headline, state: { word } })
    const later = of({ cursor: 'c' }, rows(50, 'next', more), 50)
    const least = more.complete === true ? '' : 'at least '
    expect(later.card.headline).toBe(`Rows 51 to 100 of ${least}137`)
    expect(isDrawable(later.card)).toBe(true)
  })

  test('of a later page names its rows and is no page of its own for search engines', () => {
    const { title, index } = of({ cursor: 'c' }, rows(50, 'next'), 300)
    expect(title).toMatch(/, rows 301 to 350$/)
    expect(index).toBe(false)
    expect(of({ cursor: 'c' }, rows(0, null), 300).card.headline).toBe('End of list')
    // A cursor that we did not issue: neither its row number nor the list's end is known.
    const unknown = of({ cursor: 'c' }, rows(50, 'next'), null)
    expect([unknown.title, unknown.card.headline]).toEqual([expect.stringMatching(/, 50 rows$/), '50 rows'])
    expect(of({ cursor: 'c' }, rows(0, null), null).card.headline).toBe('No more rows')
  })

  test('without an answer says what the address says, and counts nothing', () => {
    const { card, index, description } = of({}, { problem: problem('upstream_timeout', 'x') })
    expect(card).toMatchObject({ headline: 'Live compressed accounts', state: null })
    expect(description).toContain('Currently unavailable')
    expect(index).toBe(false)
    expect(of({}, null).index).toBe(true)
  })
})

describe('the summary of an account', () => {
  const hash = hashOf('a')
  const life = (slots: number[], more: Partial<AnswerMeta> = {}) =>
    answered(
      slots.map((slot) => ({ signature: signatureOf(`${slot}`), slot, blockTime: 1_763_600_000 })),
      more,
    )
  const account = (outcome: Parameters<typeof accountSummary>[1], evidence: LifeEvidence = NO_EVIDENCE) =>
    accountSummary({ hash, minSlot: null }, outcome, 'devnet', evidence)
  const read = (created: number, consumed: number | null): LifeEvidence => ({
    liveAt: null,
    chain: {
      kind: 'read',
      created: signatureOf(`${created}`),
      consumed: consumed === null ? null : { signature: signatureOf(`${consumed}`), slot: consumed, blockTime: 0 },
    },
  })

  test.each([
    [[100], NO_EVIDENCE, 'created in slot 100', 'whether it was consumed is not known', 'end not known'],
    [[100], read(100, null), 'live', 'no consuming transaction known as of slot 418,890,000', 'live'],
    [[100], read(100, 100), 'consumed', 'consumed in slot 100, by one transaction', 'consumed'],
    [[100], read(7, null), 'sources disagree', 'whether it is live or consumed is unknown', 'unknown'],
    [[200, 100], NO_EVIDENCE, 'consumed', 'Created in slot 100, consumed in slot 200', 'consumed'],
    [[300, 200, 100], NO_EVIDENCE, 'lifecycle unknown', '3 signatures', 'unknown'],
  ])('with signatures in slots %j says what is known: %#', (slots, evidence, ending, words, state) => {
    const { title, description, card } = account(life(slots), evidence)
    expect(title).toMatch(new RegExp(`: ${ending}$`))
    expect(description).toContain(words)
    expect(card.state?.word).toBe(state)
    expect(/\blive\b/i.test(`${title} ${JSON.stringify(card)}`)).toBe(state === 'live')
    expect(isDrawable(card)).toBe(true)
  })

  test('is no page of its own for search engines where a link waits for a slot, or the answer is old', () => {
    const waits = accountSummary({ hash, minSlot: 5 }, life([100]), 'devnet', NO_EVIDENCE)
    expect(waits.index).toBe(false)
    expect(account(life([100], { state: 'stale' })).index).toBe(false)
  })

  test('unknown to the indexer', () => {
    const summary = account({ problem: problem('not_found', 'x') })
    expect(summary.title).toMatch(/: not found$/)
    expect(summary.index).toBe(false)
  })
})

const MINT = addressOf('mint')
const info = (decimals: number, symbol: string | null = null) => mintInfo(MINT, decimals, symbol)

describe('the summary of token accounts', () => {
  const of = (path: string, mints: Record<string, MintInfo> = {}, more: Partial<AnswerMeta> = {}) => {
    const { pathname, searchParams } = new globalThis.URL(path, 'http://x')
    const at = pageAt(pathname)
    const read = at?.page.open(at.subject, searchOf(searchParams))
    if (!read?.ok) throw new Error(path)
    const known = { outcome: rows(50, 'next', more), parts: [] }
    const asked = read.value.mints(known)
    const shown = Object.fromEntries(Object.entries(mints).filter(([mint]) => asked.includes(mint)))
    const about = { rowsBefore: 0, network: 'devnet', status: STATUS, life: NO_EVIDENCE, mints: shown, happened: null }
    return read.value.summary({ ...known, ...about })
  }
  const sum = { rows: 137, tokens: { mint: MINT, amount: 2n ** 64n - 1n } }
  const all = { total: 137, complete: true, sum }

  test('of a mint says the mint, and what they come to in its unit, with the issuer’s symbol in no picture', () => {
    const { title, description, card } = of(mintHref(MINT), { [MINT]: info(6, 'HARB') }, all)
    expect(title).toBe(`Mint HARB, ${MINT.slice(0, 8)}…${MINT.slice(-8)}`)
    expect(description).toContain(
      '137 token accounts as of slot 418,890,000 on devnet: complete. Total 18,446,744,073,709.551615 HARB.',
    )
    expect(card).toMatchObject({
      kind: 'Mint',
      subject: MINT,
      headline: '137 token accounts',
      lines: [{ label: MINT, value: '18,446,744,073,709.551615 tokens' }],
    })
    expect(isDrawable(card)).toBe(true)
  })

  test('of a mint whose decimals are not known says that it is in base units', () => {
    const { description, card } = of(mintHref(MINT), {}, { ...all, complete: null })
    expect(description).toContain('At least 18,446,744,073,709,551,615 base units.')
    expect(card.lines).toEqual([{ label: MINT, value: 'at least 18,446,744,073,709,551,615 base units' }])
  })

  test('of a wallet, or of a mint in it, says so; any other filter is only counted', () => {
    const filtered = (filters: readonly { offset: number; bytes: string }[]) =>
      of(`/owner/${TOKEN_PROGRAM}?${filters.map(({ offset, bytes }) => `filter=${offset}:${bytes}`).join('&')}`).title
    expect(filtered([walletFilter(OWNER)])).toMatch(/^Token accounts of wallet /)
    expect(filtered(ownedMintFilters(OWNER, MINT))).toMatch(/^Token accounts of wallet \S+, mint \S+$/)
    expect(filtered([{ offset: 0, bytes: 'abc' }])).toMatch(/, filtered$/)
    expect(filtered([walletFilter(OWNER), { offset: 72, bytes: '2' }])).toMatch(/, filtered$/)
  })
})

describe('the summary of a wallet', () => {
  const AMOUNTS = [9_007_199_254_740_993n, 123_456_789_012_345_678n, 2n ** 64n - 1n]
  const items = AMOUNTS.map((amount, i) => makeTokenRow({ name: `${i}`, owner: OWNER, mint: MINT, amount }).account)
  const holdings = walletHoldings(OWNER, { own: null, tokens: answered(items, { complete: true }), received: null })
  const summary = (mints: Record<string, MintInfo>) =>
    walletSummary(OWNER, holdings, { network: 'devnet', isPlain: true, mints })

  test.each([
    [0, '18,579,208,061,976,638,286'],
    [6, '18,579,208,061,976.638286'],
    [20, '0.18579208061976638286'],
  ])('sums exactly, in tokens of %i decimals', (decimals, digits) => {
    expect(summaryMints(holdings)).toEqual([MINT])
    const { description, card } = summary({ [MINT]: info(decimals, 'HARB') })
    expect(card.lines).toEqual([{ label: MINT, value: `${digits} tokens` }])
    expect(description).toContain(`${digits} HARB of mint ${MINT} in 3 accounts`)
    expect(isDrawable(card)).toBe(true)
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
  const latest = answered(makeSignatures(50), {}, 'c')
  const all = [
    of({}, rows(50, 'next')),
    of({ cursor: 'c', filters: [{ offset: 0, bytes: 'a' }] }, rows(50, 'next'), 1_000_000),
    of({}, { problem: problem('upstream_timeout', 'x') }),
    of({}, null),
    latestSummary({ cursor: null }, 0, latest, 'devnet'),
    latestSummary({ cursor: 'c' }, 50, latest, 'devnet'),
    latestSummary({ cursor: null }, 0, null, 'a.b_c-D9'),
    txSummary(signatureOf('a'), 'sandbox', null),
    txSummary(signatureOf('a'), 'sandbox', '4 wallets sent 5.5 D5SE…2KB; 2 accounts updated and 1 more change'),
    ...VERDICTS.flatMap((verdict) => [
      homeSummary({ ...STATUS, verdict }),
      statusSummary({ ...STATUS, verdict, slot: null, lag: null }, null),
      statusSummary({ ...STATUS, verdict, lag: 1_023 }, null),
    ]),
    statusSummary(STATUS, { fromMs: 1_763_600_000_000, toMs: 1_763_700_000_000 }),
  ]
  expect(all.filter(({ card }) => !isDrawable(card)).map(({ card }) => card)).toEqual([])
})
