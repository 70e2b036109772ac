import { describe, expect, test, vi } from 'vitest'
import { proofOf } from '@/lib/account/proof/contract'
import type { Answer } from '@/lib/api/answer'
import { type Problem, ProblemError } from '@/lib/api/problem'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { findPlace, LoadedList } from './loaded-list'

const OWNER = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'
const ACCOUNTS = makeAccounts(OWNER, 3_050)
const FAILED: Problem = {
  type: 'about:blank',
  title: 'x',
  status: 503,
  code: 'upstream_unreachable',
  detail: 'x',
  retryable: true,
}

/** Rows from `start` to `end`; the cursor is where the next ones start. */
function answer(
  start: number,
  end: number,
  slot = 100 + start,
  rows = ACCOUNTS,
): Answer<'getCompressedAccountsByOwner'> {
  return {
    result: {
      context: { slot },
      value: { items: rows.slice(start, end), cursor: end < rows.length ? String(end) : null },
    },
    meta: {
      slot,
      fetchedAt: new Date(start).toISOString(),
      state: 'fresh',
      complete: end < rows.length ? null : true,
      network: 'test',
    },
  }
}

const listOf = (ask = (cursor: string) => Promise.resolve(answer(Number(cursor), Number(cursor) + 1_000))) =>
  new LoadedList<'getCompressedAccountsByOwner'>(answer(0, 50), null, ask)

describe('a list loaded piece by piece', () => {
  test('takes the proofs of its rows when they come, and of no row that has other fields', async () => {
    const proof = { result: 'matches', reason: 'content' } as const
    const proven = ACCOUNTS.map((row) => ({ ...row, proof }))
    proven[60] = { ...proven[60], lamports: 1n } as (typeof proven)[number]
    const ask = (rows: AccountItem[]) => (cursor: string) =>
      Promise.resolve(answer(Number(cursor), Number(cursor) + 20, 1, rows))
    const list = new LoadedList<'getCompressedAccountsByOwner'>(answer(0, 50), null, ask(ACCOUNTS), ask(proven))
    await list.load()
    const marked = () => list.read().rows.map((row) => proofOf(row) === proof)
    await vi.waitUntil(() => marked().some(Boolean))
    expect(marked()).toEqual(ACCOUNTS.slice(0, 70).map((_, i) => i >= 50 && i !== 60))
    list.takeProofs(answer(0, 50, 1, proven))
    expect(marked().filter(Boolean)).toHaveLength(69)
  })

  test('holds every row once, in order, and knows its end, slots and completeness', async () => {
    const list = listOf()
    expect(list.read()).toMatchObject({ cursor: '50', slots: { from: 100, to: 100 }, meta: { complete: null } })
    for (let i = 0; i < 3; i++) await list.load()
    expect(list.read().rows).toEqual(ACCOUNTS)
    expect(list.read()).toMatchObject({
      cursor: null,
      slots: { from: 100, to: 2_150 },
      since: new Date(0).toISOString(),
      repeats: 0,
      meta: { complete: true },
    })
    expect(list.canLoad).toBe(false)
    await list.load()
    expect(list.read().rows).toHaveLength(3_050)
  })

  test('removes repeats by hash and counts them together with those that the gateway removed', async () => {
    const list = listOf(async (cursor) => {
      const next = answer(Number(cursor) - 20, Number(cursor) + 100)
      return { ...next, meta: { ...next.meta, repeatsRemoved: 5 } }
    })
    await list.load()
    expect(list.read().rows).toEqual(ACCOUNTS.slice(0, 150))
    expect(list.read().repeats).toBe(25)
    expect(list.indexOf(ACCOUNTS[149]?.hash ?? '')).toBe(149)
  })

  test('remembers the first answer that was not current, whatever comes behind it', async () => {
    const list = listOf(async (cursor) => {
      const next = answer(Number(cursor), Number(cursor) + 1_000)
      return cursor === '50' ? { ...next, meta: { ...next.meta, state: 'stale' as const } } : next
    })
    await list.load()
    await list.load()
    expect(list.read().old).toMatchObject({ state: 'stale', slot: 150 })
    expect(list.read().meta).toMatchObject({ state: 'fresh', slot: 1_150 })
  })

  test('ends when an answer holds nothing new', async () => {
    const list = listOf(async () => answer(0, 50))
    await list.load()
    expect(list.read()).toMatchObject({ stopped: 'stuck', repeats: 50 })
    expect(list.canLoad).toBe(false)
  })

  test('keeps what it has when loading fails, and goes on from the same cursor', async () => {
    const cursors: string[] = []
    const list = listOf(async (cursor) => {
      cursors.push(cursor)
      if (cursors.length === 2) throw new ProblemError(FAILED)
      return answer(Number(cursor), Number(cursor) + 1_000)
    })
    await list.load()
    await list.load()
    expect(list.read()).toMatchObject({ problem: FAILED, loading: false })
    expect(list.read().rows).toHaveLength(1_050)
    await list.load()
    expect(list.read().problem).toBeNull()
    expect(list.read().rows).toHaveLength(2_050)
    expect(cursors).toEqual(['50', '1050', '1050'])
  })

  test('asks for one piece at a time, however often load() is called', async () => {
    let requests = 0
    const list = listOf(async (cursor) => {
      requests++
      return answer(Number(cursor), Number(cursor) + 1_000)
    })
    await Promise.all([list.load(), list.load(), list.load()])
    expect(requests).toBe(1)
  })

  test('stops at the most rows that a page holds', async () => {
    const many = Array.from({ length: 100_100 }, (_, i) => ({ ...(ACCOUNTS[0] as AccountItem), hash: `h${i}` }))
    const list = new LoadedList<'getCompressedAccountsByOwner'>(answer(0, 50, 1, many), null, async (cursor) =>
      answer(Number(cursor), Number(cursor) + 100_000, 1, many),
    )
    await list.load()
    expect(list.read()).toMatchObject({ stopped: 'full', cursor: '100050' })
    expect(list.canLoad).toBe(false)
  })

  test('stops at the most data that a page holds', async () => {
    const [row] = ACCOUNTS as [AccountItem]
    const data = { discriminator: 1n, dataHash: row.hash, data: 'A'.repeat(8_000_000) }
    const large = Array.from({ length: 6 }, (_, i) => ({ ...row, hash: `h${i}`, data }))
    const list = new LoadedList<'getCompressedAccountsByOwner'>(answer(0, 2, 1, large), null, async (cursor) =>
      answer(Number(cursor), Number(cursor) + 2, 1, large),
    )
    await list.load()
    expect(list.read()).toMatchObject({ stopped: 'full', cursor: '4' })
  })

  test('knows the cursor of the piece that holds a row', async () => {
    const list = new LoadedList<'getCompressedAccountsByOwner'>(answer(0, 50), 'start', async (cursor) =>
      answer(Number(cursor), Number(cursor) + 1_000),
    )
    await list.load()
    await list.load()
    expect([0, 49, 50, 1_049, 1_050, 9_999].map((index) => list.startBefore(index))).toEqual([
      'start',
      'start',
      '50',
      '50',
      '1050',
      '1050',
    ])
  })
})

describe('a place in a link', () => {
  const hashAt = (index: number) => ACCOUNTS[index]?.hash ?? ''

  test('is found by its row, wherever that stands now', async () => {
    const list = listOf()
    expect(findPlace(list, { number: 500, identity: hashAt(20) }, 0)).toEqual({ index: 20, exact: true })
    expect(findPlace(list, { number: 500, identity: hashAt(520) }, 0)).toBeNull()
    await list.load()
    expect(findPlace(list, { number: 500, identity: hashAt(520) }, 0)).toEqual({ index: 520, exact: true })
  })

  test('is found by its number alone, counted from the first row of the list', async () => {
    const list = listOf()
    expect(findPlace(list, { number: 50, identity: null }, 0)).toEqual({ index: 49, exact: true })
    expect(findPlace(list, { number: 51, identity: null }, 0)).toBeNull()
    expect(findPlace(list, { number: 350, identity: null }, 300)).toEqual({ index: 49, exact: true })
    expect(findPlace(list, { number: 3, identity: null }, 300)).toEqual({ index: 0, exact: true })
  })

  test('whose row is gone leads to its number, once the rows around it have been looked through', async () => {
    const list = listOf()
    const gone = { number: 40, identity: 'gone' }
    expect(findPlace(list, gone, 0)).toBeNull()
    await list.load()
    expect(findPlace(list, gone, 0)).toEqual({ index: 39, exact: false })
    while (list.canLoad) await list.load()
    expect(findPlace(list, { number: 99_999, identity: 'gone' }, 0)).toEqual({ index: 3_049, exact: false })
  })
})
