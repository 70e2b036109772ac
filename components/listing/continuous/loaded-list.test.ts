import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { proofOf } from '@/lib/account/proof/contract'
import type { Answer } from '@/lib/api/answer'
import { newQueryClient } from '@/lib/api/query'
import { rpcPages } from '@/lib/api/rpc-pages'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { listAnswer } from '@/lib/testing/list-answer'
import { makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { findPlace, indexIn, joinPages, startBefore } from './loaded-list'
import { takeProofs } from './use-loaded-list'

const OWNER = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'
const METHOD = 'getCompressedAccountsByOwner'
const ACCOUNTS = makeAccounts(OWNER, 3_050)

function answer(
  start: number,
  end: number,
  slot = 100 + start,
  rows = ACCOUNTS,
): Answer<'getCompressedAccountsByOwner'> {
  const isLast = end >= rows.length
  return listAnswer(rows.slice(start, end), { slot, complete: isLast || null }, isLast ? null : String(end))
}

type Page = Answer<typeof METHOD>

const listOf = (...pages: Page[]) => {
  let list = joinPages<typeof METHOD>(undefined, pagesOf(pages.slice(0, 1)))
  for (const [i] of pages.entries()) list = joinPages(list, pagesOf(pages.slice(0, i + 1)))
  return list
}

const pagesOf = (pages: Page[]) => ({
  pages,
  pageParams: pages.map((_, i) => pages[i - 1]?.result.value.cursor ?? null),
})

const pagesUpTo = (rows: number, all = ACCOUNTS) => {
  const pages = [answer(0, 50, 100, all)]
  for (let at = 50; at < rows; at += 1_000) pages.push(answer(at, at + 1_000, 100 + at, all))
  return pages
}

const hashAt = (index: number) => ACCOUNTS[index]?.hash ?? ''

describe('pages joined to a list', () => {
  test('are every row once, in order, with its end, slots and completeness', () => {
    expect(listOf(answer(0, 50))).toMatchObject({ cursor: '50', slots: [100], meta: { complete: null }, stopped: null })
    const list = listOf(...pagesUpTo(3_050))
    expect(list.rows).toEqual(ACCOUNTS)
    expect(list).toMatchObject({ cursor: null, slots: [100, 150, 1_150, 2_150], repeats: 0, meta: { complete: true } })
  })

  test('are the same list however many of them come at a time, and from a list that has grown on since', () => {
    const pages = pagesUpTo(3_050)
    const [one, two] = [listOf(...pages.slice(0, 2)), listOf(...pages)]
    expect(joinPages(undefined, pagesOf(pages))).toEqual(two)
    expect(joinPages(one, pagesOf(pages)).rows).toEqual(ACCOUNTS)
    expect(joinPages(one, pagesOf(pages)).rows).toEqual(ACCOUNTS)
    expect([1_049, 1_050].map((index) => [one, two].map((list) => indexIn(list, hashAt(index))))).toEqual([
      [1_049, 1_049],
      [undefined, 1_050],
    ])
  })

  test('are without repeats, which are counted together with those that the gateway removed', () => {
    const next = answer(30, 150)
    const list = listOf(answer(0, 50), { ...next, meta: { ...next.meta, repeatsRemoved: 5 } })
    expect(list.rows).toEqual(ACCOUNTS.slice(0, 150))
    expect(list.repeats).toBe(25)
  })

  test('name the first answer that was not current, whatever comes behind it', () => {
    const old = answer(50, 1_050)
    const list = listOf(answer(0, 50), { ...old, meta: { ...old.meta, state: 'stale' } }, answer(1_050, 2_050))
    expect(list.old).toMatchObject({ state: 'stale', slot: 150 })
    expect(list.meta).toMatchObject({ state: 'fresh', slot: 1_150 })
  })

  test('end where one holds nothing new', () => {
    expect(listOf(answer(0, 50), answer(0, 50))).toMatchObject({ stopped: 'stuck', repeats: 50 })
  })

  test('stop at the most rows that a page holds', () => {
    const many = Array.from({ length: 100_100 }, (_, i) => ({ ...(ACCOUNTS[0] as AccountItem), hash: `h${i}` }))
    const list = listOf(answer(0, 50, 1, many), answer(50, 100_050, 1, many))
    expect(list).toMatchObject({ stopped: 'full', cursor: '100050' })
  })

  test('stop at the most data that a page holds', () => {
    const [row] = ACCOUNTS as [AccountItem]
    const data = { discriminator: 1n, dataHash: row.hash, data: 'A'.repeat(8_000_000) }
    const large = Array.from({ length: 6 }, (_, i) => ({ ...row, hash: `h${i}`, data }))
    expect(listOf(answer(0, 2, 1, large), answer(2, 4, 1, large))).toMatchObject({ stopped: 'full', cursor: '4' })
  })

  test('name the cursor of the page that holds a row', () => {
    const list = joinPages(undefined, { ...pagesOf(pagesUpTo(2_050)), pageParams: ['start', '50', '1050'] })
    const cursors = [0, 49, 50, 1_049, 1_050, 9_999].map((index) => startBefore(list, index))
    expect(cursors.join()).toBe('start,start,50,50,1050,1050')
  })
})

describe('a list that is loaded page by page', () => {
  afterEach(() => vi.unstubAllGlobals())

  function open(served: (cursor: string) => Promise<Response> | Response) {
    const cursors: string[] = []
    vi.stubGlobal('fetch', (path: string) => {
      const cursor = new URL(path, 'http://here').searchParams.get('cursor') ?? ''
      cursors.push(cursor)
      return served(cursor)
    })
    const client = newQueryClient()
    const initialData = { pages: [answer(0, 50)], pageParams: [null] }
    const options = { ...rpcPages(METHOD, { owner: OWNER, limit: 1_000 }, 'near'), initialData }
    const list = new InfiniteQueryObserver(client, options)
    list.subscribe(() => {})
    const [query] = client.getQueryCache().getAll()
    const rows = () => joinPages(undefined, list.getCurrentResult().data ?? pagesOf([])).rows
    return {
      list,
      cursors,
      client,
      options,
      rows,
      query: query as never,
      load: () => list.fetchNextPage({ cancelRefetch: false }),
    }
  }
  const next = (cursor: string, rows = ACCOUNTS) =>
    new Response(stringifyJson(answer(Number(cursor), Number(cursor) + 1_000, 1, rows)))
  const failing = () => Response.json({ code: 'upstream_unreachable', detail: 'x', retryable: true }, { status: 503 })

  test('requests one page at a time, and none again: not for a failure, the focus, or a connection', async () => {
    let fails = false
    const { list, cursors, client, options, rows, load } = open((cursor) => (fails ? failing() : next(cursor)))
    await Promise.all([load(), load(), load()])
    expect(cursors).toEqual(['50'])
    fails = true
    expect((await load()).error?.problem).toMatchObject({ code: 'upstream_unreachable' })
    expect(rows()).toEqual(ACCOUNTS.slice(0, 1_050))
    fails = false
    client.getQueryCache().onFocus()
    client.getQueryCache().onOnline()
    new InfiniteQueryObserver(client, options).subscribe(() => {})
    await new Promise((resolve) => setTimeout(resolve))
    expect(cursors).toEqual(['50', '1050'])
    await load()
    await load()
    expect(list.getCurrentResult()).toMatchObject({ error: null, hasNextPage: false })
    expect(rows()).toEqual(ACCOUNTS)
    expect(cursors).toEqual(['50', '1050', '1050', '2050'])
  })

  const proof = { result: 'matches', reason: 'content' } as const
  const proven = ACCOUNTS.map((row) => ({ ...row, proof }))

  test('takes the proofs of its rows while another page comes, and of no row that has other fields', async () => {
    const { rows, query, load } = open((cursor) => next(cursor))
    await load()
    const changed = proven.with(60, { ...proven[60], lamports: 1n } as (typeof proven)[number])
    await Promise.all([load(), takeProofs<typeof METHOD>(query, 1, answer(50, 1_050, 1, changed))])
    expect(rows().map((row) => proofOf(row) === proof)).toEqual(
      ACCOUNTS.slice(0, 2_050).map((_, i) => i >= 50 && i < 1_050 && i !== 60),
    )
  })

  test('says why loading stopped, whatever proofs come then', async () => {
    const { list, rows, query, load } = open((cursor) => (cursor === '50' ? next(cursor) : failing()))
    await load()
    await load()
    await takeProofs<typeof METHOD>(query, 0, answer(0, 50, 1, proven))
    expect(rows().filter((row) => proofOf(row))).toHaveLength(50)
    expect(list.getCurrentResult().error?.problem).toMatchObject({ code: 'upstream_unreachable' })
  })
})

describe('a place in a link', () => {
  const short = listOf(answer(0, 50))
  const long = listOf(...pagesUpTo(1_050))

  test('is found by its row, wherever that stands now', () => {
    expect(findPlace(short, { number: 500, identity: hashAt(20) }, 0)).toEqual({ index: 20, exact: true })
    expect(findPlace(short, { number: 500, identity: hashAt(520) }, 0)).toBeNull()
    expect(findPlace(long, { number: 500, identity: hashAt(520) }, 0)).toEqual({ index: 520, exact: true })
  })

  test('is found by its number alone, counted from the first row of the list', () => {
    expect(findPlace(short, { number: 50, identity: null }, 0)).toEqual({ index: 49, exact: true })
    expect(findPlace(short, { number: 51, identity: null }, 0)).toBeNull()
    expect(findPlace(short, { number: 350, identity: null }, 300)).toEqual({ index: 49, exact: true })
    expect(findPlace(short, { number: 3, identity: null }, 300)).toEqual({ index: 0, exact: true })
  })

  test('whose row is gone leads to its number, once the rows around it have been looked through', () => {
    const gone = { number: 40, identity: 'gone' }
    expect(findPlace(short, gone, 0)).toBeNull()
    expect(findPlace(long, gone, 0)).toEqual({ index: 39, exact: false })
    const whole = listOf(...pagesUpTo(3_050))
    expect(findPlace(whole, { number: 99_999, identity: 'gone' }, 0)).toEqual({ index: 3_049, exact: false })
  })
})
