import { describe, expect, it } from 'vitest'
import { listAnswer } from '@/lib/testing/list-answer'
import { madeCompressedOnly } from '@/lib/testing/made-extensions'
import { makeTokenRow } from '@/lib/testing/token-rows'
import type { AnswerMeta } from '../api/answer'
import { problem } from '../api/problem'
import type { AccountItem, TokenAccountItem } from '../protocol/rpc/items'
import { addressOf, hashOf, makeAccounts } from '../testing/stand-in/fixtures'
import { associatedTokens, isCompletePart, type WalletOutcomes, walletHoldings } from './wallet'

const WALLET = addressOf('a wallet')
const U64_MAX = 2n ** 64n - 1n
const [MINT, OTHER] = [addressOf('mint'), addressOf('other mint')]
const DELEGATE = addressOf('a delegate')

const PROBLEM = problem('upstream_timeout', 'x')

const own = (items: AccountItem[], ...more: [Partial<AnswerMeta>?, string?]) => ({ answer: listAnswer(items, ...more) })
const received = (items: TokenAccountItem[]) => ({ answer: listAnswer(items) })

const NOTHING: WalletOutcomes = { own: own([]), tokens: own([]), received: received([]) }
const token = (name: string, more: Parameters<typeof makeTokenRow>[0]) =>
  makeTokenRow({ name, owner: WALLET, ...more }).account

describe('what a wallet holds', () => {
  it('sums tokens by mint beyond 2^64 without losing a digit, and cuts what it delegated from them', () => {
    const rows = [
      token('1', { mint: MINT, amount: U64_MAX }),
      token('2', { mint: MINT, amount: U64_MAX, delegate: DELEGATE }),
      token('3', { mint: MINT, amount: 9_007_199_254_740_993n, state: 'frozen' }),
      token('4', { mint: OTHER, amount: 123_456_789_012_345_678n, delegate: DELEGATE }),
    ]
    const { tokens, given } = walletHoldings(WALLET, { ...NOTHING, tokens: own(rows) })
    if (!tokens.known || !given.known) throw new Error('not known')
    const totals = (part: typeof tokens) => new Map(part.exposure.mints.map(({ mint, total }) => [mint, total]))
    expect(tokens.accounts).toBe(4)
    expect(totals(tokens)).toEqual(
      new Map([
        [MINT, 2n * U64_MAX + 9_007_199_254_740_993n],
        [OTHER, 123_456_789_012_345_678n],
      ]),
    )
    expect(given.accounts).toBe(2)
    expect(totals(given)).toEqual(
      new Map([
        [MINT, U64_MAX],
        [OTHER, 123_456_789_012_345_678n],
      ]),
    )
    expect([isCompletePart(tokens), isCompletePart(given)]).toEqual([true, true])
  })

  it('sums its own lamports, and counts accounts that hold data', () => {
    const rows = makeAccounts(WALLET, 3).map((row) => ({ ...row, lamports: U64_MAX }))
    const { sol } = walletHoldings(WALLET, { ...NOTHING, own: own(rows) })
    expect(sol).toMatchObject({ known: true, accounts: 3, lamports: 3n * U64_MAX, withData: 2 })
  })

  it('sums what it may move as a delegate by mint and wallet', () => {
    const { account, token } = makeTokenRow({ mint: MINT, owner: addressOf('other'), amount: 7n, delegate: WALLET })
    const { received: part } = walletHoldings(WALLET, {
      ...NOTHING,
      received: received([{ account, tokenData: token }]),
    })
    expect(part).toMatchObject({ known: true, accounts: 1 })
    expect(part.known && part.exposure.mints[0]).toMatchObject({ mint: MINT, total: 7n, parties: 1 })
  })

  it('leaves rows out of every sum that are of another wallet or unreadable, and is then not whole', () => {
    const rows = [
      token('1', { mint: MINT, amount: 5n }),
      makeTokenRow({ name: '2', owner: addressOf('somebody'), mint: MINT, amount: 100n }).account,
      { ...token('3', { mint: MINT, amount: 100n }), data: null, hash: hashOf('no data') },
    ]
    const { tokens } = walletHoldings(WALLET, { ...NOTHING, tokens: own(rows) })
    expect(tokens).toMatchObject({ known: true, accounts: 1, uncounted: 2 })
    expect(tokens.known && tokens.exposure.mints[0]?.total).toBe(5n)
    expect(tokens.known && isCompletePart(tokens)).toBe(false)
  })

  it.each<[string, Partial<AnswerMeta>, string | undefined]>([
    ['a list that goes on', { complete: null }, 'next'],
    ['an end that is not proven', { complete: null }, undefined],
    ['a list that misses rows', { complete: false }, undefined],
  ])('is not whole over %s', (_, meta, cursor) => {
    const { tokens } = walletHoldings(WALLET, {
      ...NOTHING,
      tokens: own([token('1', { amount: 1n })], meta, cursor),
    })
    expect(tokens.known && isCompletePart(tokens)).toBe(false)
  })

  it('leaves one part unknown where its request failed, came too late, or met an indexer without data', () => {
    const { tokens, given, sol, received } = walletHoldings(WALLET, {
      ...NOTHING,
      own: own([], { slot: 0 }),
      tokens: { problem: PROBLEM },
    })
    expect(tokens).toEqual({ known: false, problem: PROBLEM })
    expect(given).toEqual({ known: false, problem: PROBLEM })
    expect(sol).toEqual({ known: false, problem: null })
    expect(received.known).toBe(true)
    expect(walletHoldings(WALLET, { ...NOTHING, received: null }).received).toEqual({ known: false, problem: null })
  })
})

describe('what an associated token account holds of a mint', () => {
  const ACCOUNT = addressOf('associated token account')
  const at = { account: ACCOUNT, mint: MINT }
  const closed = (name: string, more: Parameters<typeof makeTokenRow>[0]) =>
    makeTokenRow({ name, owner: ACCOUNT, mint: MINT, tlv: madeCompressedOnly({ isAta: true }), ...more }).account
  const rows = [
    closed('1', { amount: U64_MAX }),
    closed('2', {
      amount: 10n,
      delegate: DELEGATE,
      tlv: madeCompressedOnly({ isAta: true, delegatedAmount: 4n }),
    }),
  ]

  it('is summed beyond 2^64, and of delegations only what the delegate may move', () => {
    const held = associatedTokens(at, own(rows))
    const given = associatedTokens(at, own(rows), true)
    if (!held.known || !given.known) throw new Error('not known')
    expect(held.exposure.mints.map(({ total }) => total)).toEqual([U64_MAX + 10n])
    expect(held.accounts).toBe(rows.length)
    expect(given).toMatchObject({ accounts: 1, uncounted: 0 })
    expect(given.exposure.mints.map(({ total }) => total)).toEqual([4n])
    expect([isCompletePart(held), isCompletePart(given)]).toEqual([true, true])
  })

  it('leaves out rows of another owner or mint, and is then not whole', () => {
    const others = [closed('3', { mint: OTHER, amount: 1n }), token('4', { mint: MINT, amount: 1n })]
    const held = associatedTokens(at, own([...rows, ...others]))
    expect(held).toMatchObject({ known: true, accounts: 2, uncounted: 2 })
    expect(held.known && isCompletePart(held)).toBe(false)
  })
})
