import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { addressOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import type { AnyItem } from '../../protocol/rpc/items'
import { type ListMethod, listOf } from '../../protocol/rpc/methods'
import type { CachedValue } from '../../upstream/cache/memory'
import { FIRST_PAGE, type Position } from '../cursor/cursor'
import { judgeChunk } from '../cursor/order'
import type { Chunk } from './chunk'
import { PageCut } from './page-cut'

const OWNER = 'getCompressedAccountsByOwner'
const ROWS: readonly AnyItem[] = makeAccounts(addressOf('owner'), 30).sort((a, b) => a.leafIndex - b.leafIndex)

interface ChunkAnswer {
  rows: readonly AnyItem[]
  after: string | null
  slot?: number
  fetchedAt?: string
  freshUntil?: number
}

const keyOf = (row: AnyItem, method: ListMethod = OWNER) => listOf(method).sortKey(row).bytes
const behind = (row: AnyItem | undefined) => base58.encode(keyOf(row as AnyItem))

function pageOf(
  answers: Record<string, ChunkAnswer>,
  { start = FIRST_PAGE.position, limit = 15, method = OWNER as ListMethod } = {},
) {
  const requestedCursors: (string | null)[] = []
  const { orders, sortKey } = listOf(method)
  const load = async (upstream: string | null): Promise<CachedValue<Chunk>> => {
    requestedCursors.push(upstream)
    const {
      rows,
      after,
      slot = 100,
      fetchedAt = '2026-11-20T10:00:00.000Z',
      freshUntil = 2,
    } = answers[upstream ?? 'first'] as ChunkAnswer
    const keys = rows.map(sortKey)
    const freshness = { freshMs: 0, revalidateMs: 0, onErrorMs: 0, cacheControl: '' }
    const order = judgeChunk(orders, upstream, keys, after)
    const value = {
      rows,
      keys,
      cursor: after,
      order,
      slot,
      fetchedAt,
      fetchedMs: Date.parse(fetchedAt),
      freshness,
      weight: 0,
    }
    return { value, state: 'fresh', trouble: null, via: 'miss', freshUntil, notBefore: slot }
  }
  return { requestedCursors, cut: new PageCut(listOf(method), start, limit, load, false) }
}

const TWO = (first: Partial<ChunkAnswer>, second: Partial<ChunkAnswer>) => ({
  first: { rows: ROWS.slice(0, 10), after: behind(ROWS[9]), ...first },
  [behind(ROWS[9])]: { rows: ROWS.slice(10, 20), after: behind(ROWS[19]), ...second },
})

describe('a page that is made of two answers', () => {
  const OLD = { slot: 90, fetchedAt: '2026-11-20T09:59:00.000Z', freshUntil: 1 }
  const NEW = { slot: 100, fetchedAt: '2026-11-20T10:00:00.000Z' }

  test.each([
    ['first', OLD, NEW],
    ['second', NEW, OLD],
  ])('is as old as the older one, be it the %s', async (_, first, second) => {
    const { cut } = pageOf(TWO(first, second))
    await cut.fill()
    expect(cut.rows).toEqual(ROWS.slice(0, 15))
    expect(cut).toMatchObject(OLD)
  })
})

describe('a page whose first row follows one that is gone', () => {
  const after = keyOf(ROWS[4] as AnyItem)
  const start: Position = { upstream: null, after, orderStatus: 'ordered', rowsBefore: 5 }

  test('may lack rows where the indexer sorts by nothing known, and says so', async () => {
    const shuffled = [...ROWS.slice(0, 4), ...ROWS.slice(5, 10)].toReversed()
    const { cut } = pageOf({ first: { rows: shuffled, after: null } }, { start, limit: 20 })
    const end = await cut.fill()
    expect(cut.completeness(end)).toEqual({
      complete: false,
      completeReason: expect.stringContaining('the row before this page is gone'),
    })
    expect(cut.incompleteBecause(end)).toBe('place_lost')
  })
})

test('an indexer that answers the cursor that it was asked with ends the feed: no Next that leads to the same page', async () => {
  const method = 'getLatestCompressionSignatures'
  const rows = makeSignatures(10)
  const start: Position = { upstream: 'here', after: null, orderStatus: 'unproven', rowsBefore: 10 }
  const { cut, requestedCursors } = pageOf({ here: { rows, after: 'here' } }, { start, limit: 10, method })
  const end = await cut.fill()
  expect(requestedCursors).toEqual(['here'])
  expect(end.next).toBeNull()
  expect(cut.completeness(end)).toMatchObject({ complete: false })
  expect(cut.incompleteBecause(end)).toBe('cursor_loop')
})

test('a list of more than 200 answers without an order is given up', async () => {
  const rows = makeAccounts(addressOf('owner'), 250)
  const answers = rows.map((row, i) => [i === 0 ? 'first' : `row${i}`, { rows: [row], after: `row${i + 1}` }])
  const start: Position = { upstream: 'row249', after: null, orderStatus: 'unproven', rowsBefore: 249 }
  const { cut, requestedCursors } = pageOf(Object.fromEntries(answers), { start })
  const end = await cut.fill()
  expect([cut.rows, requestedCursors.length]).toEqual([[], 201])
  expect(cut.completeness(end)).toEqual({
    complete: false,
    completeReason: expect.stringContaining('after 200 responses'),
  })
})
