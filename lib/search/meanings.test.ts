import { describe, expect, it } from 'vitest'
import type { AnswerMeta } from '@/lib/api/answer'
import { type Problem, type ProblemCode, problem } from '@/lib/api/problem'
import type { PageMethod } from '@/lib/page/page'
import type { Outcome } from '@/lib/page/summary'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { meaningRequests } from '@/lib/search/page'
import { listAnswer } from '@/lib/testing/list-answer'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { makeTokenRow } from '@/lib/testing/token-rows'
import { walletRequests } from '@/lib/wallet/page'
import { type Meaning, meaningsOf, redirectTarget } from './meanings'

const TEXT = addressOf('pasted')

type Given = Partial<Record<'own' | 'tokens' | 'received' | 'hash' | 'mint', Outcome<PageMethod>>>

function rows(items: readonly unknown[], more: Partial<AnswerMeta> = {}, cursor: string | null = null) {
  return { answer: listAnswer(items, more, cursor) } as never
}

const failure = (code: ProblemCode, more: Partial<Problem> = {}) => ({ problem: problem(code, '', more) })

const SLOW = failure('upstream_timeout')
const NONE: Required<Given> = {
  own: rows([]),
  tokens: rows([]),
  received: rows([]),
  hash: failure('not_found'),
  mint: rows([]),
}

function searched(given: Given, cluster?: string, isMint = false) {
  const { own, tokens, received, hash, mint } = { ...NONE, ...given }
  const meanings = meaningsOf(TEXT, [own, tokens, received, hash, mint], cluster, isMint)
  const shown = Object.fromEntries(meanings.map(({ as, state, words }) => [as, [state, words]]))
  return { meanings, shown, leadsTo: redirectTarget(TEXT, meanings, cluster) }
}

const tokensOf = (owner: string, count: number) =>
  Array.from({ length: count }, (_, i) => makeTokenRow({ name: `${i}`, owner }).account)
const accountsOf = (mint: string, count: number) =>
  Array.from({ length: count }, (_, i) => makeTokenRow({ name: `${i}`, mint }).account)

describe('what a search requests', () => {
  it('asks for a wallet as its page does, so that the page is answered from the cache', () => {
    const [own, tokens, received, ...others] = meaningRequests(TEXT)
    expect([own, tokens, received]).toEqual(walletRequests({ wallet: TEXT }))
    expect(others).toEqual([
      { method: 'getCompressionSignaturesForAccount', params: { hash: TEXT } },
      {
        method: 'getCompressedAccountsByOwner',
        params: { owner: TOKEN_PROGRAM, filters: [{ memcmp: { offset: 0, bytes: TEXT } }], limit: 1_000 },
      },
    ])
  })
})

describe('one hit', () => {
  it.each<[string, Given, string]>([
    ['its own accounts', { own: rows(makeAccounts(TEXT, 3)) }, `/wallet/${TEXT}`],
    ['its tokens', { tokens: rows(tokensOf(TEXT, 21)) }, `/wallet/${TEXT}`],
    ['what it may move', { received: rows(makeTokenAccounts(TEXT, 2)) }, `/wallet/${TEXT}`],
    ['a hash', { hash: rows(makeSignatures(1)) }, `/account/${TEXT}`],
    ['a mint', { mint: rows(accountsOf(TEXT, 5)) }, `/mint/${TEXT}`],
  ])('leads there: %s', (_, given, path) => {
    expect(searched(given).leadsTo).toBe(path)
  })

  it('is a mint of the chain without token accounts, unless a wallet may have the same address', () => {
    expect(searched({}, undefined, true).leadsTo).toBe(`/mint/${TEXT}`)
    expect(searched({}, undefined, true).shown.Mint).toEqual(['found', 'A mint without token accounts'])
    expect(searched({ mint: SLOW }, undefined, true).leadsTo).toBe(`/mint/${TEXT}`)
    expect(searched({ tokens: SLOW }, undefined, true).leadsTo).toBeNull()
  })

  it('leads there on the network that was searched', () => {
    expect(searched({ tokens: rows(tokensOf(TEXT, 1)) }, 'devnet').leadsTo).toBe(`/wallet/${TEXT}?cluster=devnet`)
  })

  it('is one destination for owner, wallet and delegate', () => {
    const all = {
      own: rows(makeAccounts(TEXT, 3)),
      tokens: rows(tokensOf(TEXT, 21)),
      received: rows(makeTokenAccounts(TEXT, 2)),
    }
    expect(searched(all).leadsTo).toBe(`/wallet/${TEXT}`)
  })

  it('leads to the tab that has something, where its tokens are not known', () => {
    const { leadsTo } = searched({ own: rows(makeAccounts(TEXT, 3)), tokens: failure('upstream_error') })
    expect(leadsTo).toBe(`/wallet/${TEXT}?tab=sol`)
  })
})

describe('no hit', () => {
  it('is not claimed where the indexer has no data, or passes over the filter', () => {
    const { shown } = searched({
      own: rows([], { slot: 0 }),
      tokens: rows(tokensOf(addressOf('other'), 3)),
      mint: rows(accountsOf(addressOf('other'), 3)),
    })
    expect(shown).toMatchObject({
      Mint: ['unknown', 'Unknown: the response does not match the request'],
      Owner: ['unknown', 'Unknown: the indexer has no data'],
      Wallet: ['unknown', 'Unknown: the response does not match the request'],
    })
  })
})

describe('a meaning that is not known', () => {
  const stateOf = (outcome: Outcome<PageMethod>): Meaning | undefined => searched({ mint: outcome }).meanings[3]

  it('is too slow, failed with the reason, or was not asked', () => {
    expect(stateOf(SLOW)).toMatchObject({ state: 'slow', words: 'Too slow on this indexer', problem: null })
    expect(stateOf(failure('upstream_error'))).toMatchObject({ state: 'failed', words: 'Failed: Indexer error' })
    expect(stateOf(failure('explorer_busy'))).toMatchObject({
      state: 'unasked',
      words: 'Not checked: too many requests to this indexer',
    })
  })

  it('is not called slow where the indexer was not asked because it was too slow before', () => {
    const refused = failure('upstream_timeout', { retryAfterMs: 4_000 })
    expect(stateOf(refused)).toMatchObject({ state: 'failed', words: 'Failed: Indexer timed out' })
  })

  it.each<[string, Given]>([
    ['a wallet that may be a mint', { tokens: rows(tokensOf(TEXT, 1)), mint: SLOW }],
    ['a mint that may be a wallet', { mint: rows(accountsOf(TEXT, 1)), own: SLOW }],
  ])('holds back what it may contradict: %s', (_, given) => {
    const { leadsTo, meanings } = searched(given)
    expect(leadsTo).toBeNull()
    expect(meanings.filter(({ state }) => state === 'found')).toHaveLength(1)
  })

  it.each<[string, Given, string]>([
    ['a hash names no rows', { hash: rows(makeSignatures(2)), mint: SLOW, own: SLOW }, `/account/${TEXT}`],
    ['a key is no hash', { own: rows(makeAccounts(TEXT, 1)), hash: SLOW }, `/wallet/${TEXT}`],
    ['the page asks for it', { tokens: rows(tokensOf(TEXT, 1)), received: SLOW }, `/wallet/${TEXT}`],
  ])('does not hold back what it cannot contradict: %s', (_, given, path) => {
    expect(searched(given).leadsTo).toBe(path)
  })
})

it('an answer that is not current says so, and leads on all the same', () => {
  const { meanings, leadsTo } = searched({ tokens: rows(tokensOf(TEXT, 1), { state: 'stale' }) })
  expect(meanings[0]?.old).toMatchObject({ state: 'stale' })
  expect(leadsTo).toBe(`/wallet/${TEXT}`)
})
