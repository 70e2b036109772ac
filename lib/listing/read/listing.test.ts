import { beforeEach, describe, expect, test, vi } from 'vitest'
import { standInWith } from '@/lib/testing/of-test'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { makeTokenRow } from '@/lib/testing/token-rows'
import { networkAt } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import type { Answer } from '../../api/answer'
import { MINT_OFFSET, TOKEN_PROGRAM } from '../../protocol/light/token-program'
import { limits } from '../../rpc-client/limits'
import type { Network } from '../../upstream/networks/networks'
import { DELEGATE_FILTER, walletFilter } from '../address/owner-address'
import { ask } from '../ask'
import { readCursor } from '../cursor/place'

const OWNER = addressOf('owner')
const DELEGATE = addressOf('delegate')

const clock = virtualTime()

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  limits().retryPauseMs = 0
})

function forgotten(network: Network): Network {
  clock.skip(15 * 60_000)
  return network
}

type OwnerAnswer = Answer<'getCompressedAccountsByOwner'>

function ownerPage(network: Network, cursor: string | null, limit = 50): Promise<OwnerAnswer> {
  return ask(network, 'getCompressedAccountsByOwner', { owner: OWNER, cursor, limit })
}

async function allPages(network: Network, limit = 50): Promise<OwnerAnswer[]> {
  const pages: OwnerAnswer[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await ownerPage(network, cursor, limit)
    pages.push(page)
    cursor = page.result.value.cursor ?? null
    if (cursor === null) return pages
  }
}

function placeAt(network: Network, cursor: string | null | undefined) {
  return readCursor(network, 'getCompressedAccountsByOwner', { owner: OWNER, cursor: cursor ?? null })
}

function hashesIn(pages: OwnerAnswer[]): string[] {
  return pages.flatMap(({ result }) => result.value.items.map(({ hash }) => hash))
}

function completeness(pages: OwnerAnswer[]): (boolean | null)[] {
  return [...new Set(pages.map(({ meta }) => meta.complete))]
}

describe('a list that is a part of one that was read to its end', () => {
  const DELEGATED = { memcmp: DELEGATE_FILTER }
  const ofWallet = { memcmp: walletFilter(addressOf('a wallet')) }
  const ofMint = { memcmp: { offset: MINT_OFFSET, bytes: addressOf('mint 1') } }
  const rows = Array.from(
    { length: 90 },
    (_, i) =>
      makeTokenRow({
        name: `row ${i}`,
        mint: addressOf(`mint ${i % 3}`),
        delegate: i % 2 === 0 ? DELEGATE : null,
        leafIndex: i,
      }).account,
  )
  const tokensOf = (network: Network, filters: object[], more: object = {}) =>
    ask(network, 'getCompressedAccountsByOwner', { owner: TOKEN_PROGRAM, filters, limit: 10, ...more } as never)

  test('is cut from it without a call, with the pages and the order that the indexer would give', async () => {
    const { standIn, network } = await standInWith({ accounts: rows })
    const other = await standInWith({ accounts: rows })
    await tokensOf(network, [ofWallet], { limit: 1000 })
    const filters = [ofWallet, DELEGATED, ofMint]
    const first = await tokensOf(network, filters)
    const wanted = await tokensOf(other.network, filters)
    expect(first.result.value.items).toEqual(wanted.result.value.items)
    expect(first.meta).toMatchObject({ complete: true, total: 15 })
    const { cursor } = first.result.value
    const second = await tokensOf(network, filters, { cursor })
    expect(second.result.value.items).toHaveLength(5)
    expect(second.result.value.cursor).toBeNull()
    expect(standIn.callCount).toBe(1)
    expect(other.standIn.callCount).toBe(1)
  })

  test('is requested where that one is too old, has more rows, or its data were cut', async () => {
    const { standIn, network } = await standInWith({ accounts: rows })
    await tokensOf(network, [ofWallet], { dataSlice: { offset: 0, length: 8 } })
    await tokensOf(network, [ofWallet, ofMint])
    expect(standIn.callCount).toBe(2)
    await tokensOf(forgotten(network), [ofWallet, ofMint, DELEGATED])
    expect(standIn.callCount).toBe(3)

    const many = await standInWith({ accounts: makeAccounts(OWNER, 1_200) })
    await ownerPage(many.network, null)
    const filters = [{ memcmp: { offset: 0, bytes: 'LUv' } }]
    await ask(many.network, 'getCompressedAccountsByOwner', { owner: OWNER, filters, limit: 10 })
    expect(many.standIn.callCount).toBe(2)
  })

  test('holds of a delegate the rows of one mint', async () => {
    const tokenAccounts = makeTokenAccounts(DELEGATE, 60)
    const { standIn, network } = await standInWith({ tokenAccounts })
    await ask(network, 'getCompressedTokenAccountsByDelegate', { delegate: DELEGATE })
    const mint = tokenAccounts[0]?.tokenData.mint ?? ''
    const { result } = await ask(network, 'getCompressedTokenAccountsByDelegate', {
      delegate: DELEGATE,
      mint,
      limit: 100,
    })
    const { items } = result.value
    expect(items).toHaveLength(tokenAccounts.filter(({ tokenData }) => tokenData.mint === mint).length)
    expect(items.every(({ tokenData }) => tokenData.mint === mint)).toBe(true)
    expect(standIn.callCount).toBe(1)
  })
})

test('a page asked for twice within a second costs one call, though its rows aged meanwhile', async () => {
  const { standIn, network } = await standInWith({ accounts: makeAccounts(OWNER, 120) })
  const { result } = await ownerPage(network, null)
  const stateOfNext = async () => (await ownerPage(network, result.value.cursor ?? null)).meta.state
  clock.skip(2_600)
  await stateOfNext()
  clock.skip(900)
  expect(await stateOfNext()).toBe('fresh')
  expect(standIn.callCount).toBe(1)
  clock.skip(200)
  expect(await stateOfNext()).toBe('revalidating')
})

describe('exactly one chunk of 1000', () => {
  test('a page that ends with its chunk asks for one row more, not for another chunk', async () => {
    const { standIn, network } = await standInWith({ accounts: makeAccounts(OWNER, 1_500) })
    const { result, meta } = await ask(network, 'getCompressedAccountsByOwner', { owner: OWNER, limit: 1000 })
    expect(standIn.requests.map(({ params }) => (params as { limit: number }).limit)).toEqual([1000, 1])
    expect(result.value.items).toHaveLength(1000)
    expect(meta.complete).toBeNull()
    const { cursor } = result.value
    const next = await ask(network, 'getCompressedAccountsByOwner', { owner: OWNER, limit: 1000, cursor })
    expect(next.result.value.items).toHaveLength(500)
    expect(next.meta.complete).toBe(true)
  })
})

describe('5,000 accounts', () => {
  const accounts = makeAccounts(OWNER, 5_000)
  const byLeaf = accounts.map(({ hash }) => hash)

  test('from a cursor that tells nothing: every row once, complete nowhere known', async () => {
    const { network } = await standInWith({ accounts, paging: 'opaque' })
    const pages = await allPages(network, 250)
    expect(hashesIn(pages)).toEqual(byLeaf)
    expect(completeness(pages)).toEqual([null])
    expect(pages[0]?.meta.completeReason).toContain('nothing proves')
  })

  test('the size of a page may change on the way, and a page goes on across chunks', async () => {
    const { network } = await standInWith({ accounts })
    const first = await ownerPage(network, null, 25)
    const second = await ownerPage(network, first.result.value.cursor ?? null, 1000)
    const third = await ownerPage(network, second.result.value.cursor ?? null, 50)
    expect(hashesIn([first, second, third])).toEqual(byLeaf.slice(0, 1075))
    expect(placeAt(network, third.result.value.cursor).rowsBefore).toBe(1075)
  })
})

describe('going back', () => {
  test('Previous leads through the same pages, in a process that never saw them', async () => {
    const accounts = makeAccounts(OWNER, 2_300)
    const { network } = await standInWith({ accounts })
    const pages = await allPages(network, 100)
    const cursors = [null, ...pages.map(({ result }) => result.value.cursor ?? null)]
    for (let page = 1; page < pages.length; page++) {
      const place = placeAt(network, cursors[page])
      expect(place.rowsBefore).toBe(page * 100)
      let at = place.previous
      let back = page - 1
      for (; at !== null; back--) {
        const shown = await ownerPage(network, at, 100)
        expect(hashesIn([shown])).toEqual(accounts.slice(back * 100, back * 100 + 100).map(({ hash }) => hash))
        at = placeAt(network, at).previous
      }
      expect(page - 1 - back).toBe(Math.min(12, page - 1))
    }
  })

  test('every page behind the first knows the slot at which the first one was answered, and Previous keeps it', async () => {
    const { standIn, network } = await standInWith({ accounts: makeAccounts(OWNER, 300), slot: 1_000 })
    const first = await ownerPage(network, null, 100)
    standIn.data.slot = 1_040
    const second = await ownerPage(forgotten(network), first.result.value.cursor ?? null, 100)
    expect([first.meta.slot, second.meta.slot]).toEqual([1_000, 1_040])
    const third = placeAt(network, second.result.value.cursor)
    expect([third.firstSlot, placeAt(network, third.previous).firstSlot]).toEqual([1_000, 1_000])
  })
})

describe('a list that changes under the reader', () => {
  test.each(['sound', 'hash', 'defect'] as const)('a spent edge row is passed by order (%s)', async (paging) => {
    const accounts = makeAccounts(OWNER, 120)
    const { standIn, network } = await standInWith({ accounts, paging })
    const first = await ownerPage(network, null)
    const edge = first.result.value.items.at(-1)
    standIn.data.accounts = accounts.filter(({ hash }) => hash !== edge?.hash)
    const second = await ownerPage(forgotten(network), first.result.value.cursor ?? null)
    const shown = hashesIn([first])
    const expected = hashesIn(await allPages(networkAt(standIn.url), 1000)).filter((hash) => !shown.includes(hash))
    expect(hashesIn([second])).toEqual(expected.slice(0, 50))
  })
})

describe('an indexer that answers oddly', () => {
  test('chunks too big for it are asked again with a quarter of the limit', async () => {
    const accounts = makeAccounts(OWNER, 1_500)
    const { standIn, network } = await standInWith({ accounts, maxAnswerChars: 30_000 })
    const pages = await allPages(network)
    expect(hashesIn(pages)).toEqual(accounts.map(({ hash }) => hash))
    expect(pages.at(-1)?.meta.complete).toBe(true)
    const limits = standIn.requests.map(({ params }) => (params as { limit: number }).limit)
    expect(limits.slice(0, 4)).toEqual([1000, 250, 62, 62])
    expect(limits.filter((limit) => limit > 62)).toHaveLength(2)
  })

  test('chunks that shrink between two pages: the page still starts where the last one ended', async () => {
    const accounts = makeAccounts(OWNER, 1_500)
    const { standIn, network } = await standInWith({ accounts })
    const first = await ownerPage(network, null, 1000)
    const second = await ownerPage(network, first.result.value.cursor ?? null, 250)
    standIn.data.maxAnswerChars = 30_000
    const third = await ownerPage(forgotten(network), second.result.value.cursor ?? null, 100)
    expect(hashesIn([third])).toEqual(accounts.slice(1_250, 1_350).map(({ hash }) => hash))
  })

  test('one account that is too big by itself: a problem, not a loop', async () => {
    const { standIn, network } = await standInWith({ accounts: makeAccounts(OWNER, 20), maxAnswerChars: 100 })
    await expect(ownerPage(network, null)).rejects.toMatchObject({ problem: { code: 'too_large', status: 502 } })
    expect(standIn.callCount).toBe(4)
  })

  test('rows of another owner, rows beyond the limit: refused, nothing shown', async () => {
    const { standIn, network } = await standInWith({})
    const other = { context: { slot: 5 }, value: { items: makeAccounts(DELEGATE, 1), cursor: null } }
    standIn.fail({ kind: 'result', result: other })
    await expect(ownerPage(network, null)).rejects.toMatchObject({ problem: { code: 'schema_mismatch', status: 502 } })
    const many = { context: { slot: 5 }, value: { items: makeAccounts(OWNER, 1_001), cursor: null } }
    standIn.fail({ kind: 'result', result: many })
    await expect(ownerPage(network, null)).rejects.toMatchObject({ problem: { code: 'schema_mismatch' } })
  })
})

describe('the other listings', () => {
  test('a mint filter goes upstream, and a row of another mint is refused', async () => {
    const tokenAccounts = makeTokenAccounts(DELEGATE, 30)
    const { standIn, network } = await standInWith({ tokenAccounts })
    const mint = addressOf('mint 1')
    const { result } = await ask(network, 'getCompressedTokenAccountsByDelegate', { delegate: DELEGATE, mint })
    expect(result.value.items).toHaveLength(10)
    const crossed = { context: { slot: 5 }, value: { items: tokenAccounts.slice(0, 3), cursor: null } }
    standIn.fail({ kind: 'result', result: crossed })
    const again = ask(networkAt(standIn.url), 'getCompressedTokenAccountsByDelegate', { delegate: DELEGATE, mint })
    await expect(again).rejects.toMatchObject({ problem: { code: 'schema_mismatch' } })
  })

  test('the first page of the feed names a cursor at which it stays put while newer rows come', async () => {
    const latest = makeSignatures(130)
    const { standIn, network } = await standInWith({ latest })
    const ask50 = (cursor: string | null) => ask(network, 'getLatestCompressionSignatures', { cursor, limit: 50 })
    const first = await ask50(null)
    const here = first.meta.here ?? ''
    const newest = latest[0]?.slot ?? 0
    standIn.data.latest = [...makeSignatures(40, newest + 40), ...latest]
    const frozen = await ask50(here)
    expect(frozen.result.value.items).toEqual(first.result.value.items)
    expect(frozen.meta.here).toBeUndefined()
    expect(readCursor(network, 'getLatestCompressionSignatures', { cursor: here })).toMatchObject({
      rowsBefore: 0,
      previous: null,
      isFirst: false,
    })
    const cursor = frozen.result.value.cursor ?? null
    expect((await ask50(cursor)).result.value.items[0]).toEqual(latest[50])
    const { previous } = readCursor(network, 'getLatestCompressionSignatures', { cursor })
    expect((await ask50(previous)).result.value.items).toEqual(first.result.value.items)
  })

  test('where the indexer’s cursors tell no order, the feed names no cursor of its own page', async () => {
    const { network } = await standInWith({ latest: makeSignatures(40) })
    const whole = await ask(network, 'getLatestCompressionSignatures', { limit: 50 })
    expect(whole.meta.here).toBeUndefined()
    const owner = await standInWith({ accounts: makeAccounts(OWNER, 1_200) })
    expect((await ownerPage(owner.network, null)).meta.here).toBeUndefined()
  })
})
