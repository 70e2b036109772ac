import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { readRows } from '@/lib/compare/read-rows'
import type { Side } from '@/lib/compare/side'
import { randomFrom } from '@/lib/testing/indexer/random'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { SEED } from '@/scripts/seed'
import { RpcError } from '../../protocol/rpc/failure'
import type { AccountItem } from '../../protocol/rpc/items'
import { listOf } from '../../protocol/rpc/methods'
import { FIRST_PAGE, type Position } from '../cursor/cursor'
import { WholeRead } from '../whole/whole-read'
import { judgeAnswer, ListReader } from './list-reader'
import { PageCut } from './page-cut'

/* Random lists and indexer faults: every reader and an independent model must agree on rows and claims. */

const METHOD = 'getCompressedAccountsByOwner'
const KIND = listOf(METHOD)
const OWNER = addressOf('owner')
const ROWS = makeAccounts(OWNER, 200)
const LISTS = 100
const FAILED = new RpcError({ kind: 'network', reason: 'unreachable', message: 'It failed.' })

interface Given {
  rows: AccountItem[]
  cursor: string | null
}

class RandomList {
  readonly #answers = new Map<string | null, Given>()
  readonly #random: () => number
  readonly #rows: AccountItem[]
  readonly #size: number
  readonly #paging: 'leaf' | 'hash' | 'defect' | 'opaque'
  readonly #faults: number
  asked = 0

  constructor(seed: number) {
    this.#random = randomFrom(seed)
    this.#paging = this.#pick(['leaf', 'leaf', 'leaf', 'hash', 'defect', 'opaque'])
    this.#size = 1 + this.#below(60)
    this.#faults = this.#pick([0, 0, 0.1, 0.4])
    const rows = ROWS.slice(0, this.#below(ROWS.length)).filter(() => this.#random() > 0.1)
    this.#rows = this.#paging === 'hash' ? rows.sort((a, b) => Buffer.compare(hashOf(a), hashOf(b))) : rows
  }

  answer(before: string | null): Given {
    this.asked++
    const known = this.#answers.get(before) ?? this.#edited(this.#right(before), before)
    this.#answers.set(before, known)
    return known
  }

  #right(before: string | null): Given {
    const isBehind = (row: AccountItem, i: number) => before === null || comesAfter(row, i, before)
    const rest = this.#rows.map((row, i) => ({ row, i })).filter(({ row, i }) => isBehind(row, i))
    const items = rest.slice(0, this.#size)
    const last = items.at(-1)
    const cursor = last && items.length === this.#size ? this.#cursorBehind(last.row, last.i) : null
    return { rows: items.map(({ row }) => row), cursor }
  }

  #cursorBehind(row: AccountItem, i: number): string {
    if (this.#paging === 'opaque') return `row:${i}`
    return this.#paging === 'leaf' ? base58.encode(leafOf(row)) : row.hash
  }

  #edited(right: Given, before: string | null): Given {
    const rows = [...right.rows]
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last || this.#random() >= this.#faults) return right
    const fault = this.#pick(['reversed', 'repeated', 'stuck', 'back', 'empty', 'ends', 'other cursor'])
    if (fault === 'reversed') rows.reverse()
    if (fault === 'repeated') rows.splice(this.#below(rows.length), 0, this.#pick(this.#rows))
    if (fault === 'stuck') return { rows, cursor: before }
    if (fault === 'back') return { rows, cursor: this.#pick([...this.#answers.keys(), before]) }
    if (fault === 'empty') return { rows: [], cursor: right.cursor }
    if (fault === 'ends') return { rows, cursor: null }
    if (fault === 'other cursor') return { rows, cursor: right.cursor && `row:${this.#rows.indexOf(last)}` }
    return { rows, cursor: right.cursor }
  }

  #below(most: number): number {
    return Math.floor(this.#random() * most)
  }

  #pick<T>(of: readonly T[]): T {
    return of[this.#below(of.length)] as T
  }
}

const HASHES = new Map(ROWS.map(({ hash }) => [hash, base58.decode(hash)]))
const LEAVES = new Map(
  ROWS.map(({ leafIndex, hash }) => {
    const bytes = Buffer.alloc(40)
    bytes.writeBigUInt64BE(BigInt(leafIndex))
    bytes.set(base58.decode(hash), 8)
    return [hash, bytes]
  }),
)
const hashOf = ({ hash }: AccountItem) => HASHES.get(hash) as Uint8Array
const leafOf = ({ hash }: AccountItem) => LEAVES.get(hash) as Uint8Array

const decoded = new Map<string, Uint8Array>()

function bytesOf(cursor: string): Uint8Array {
  const bytes = decoded.get(cursor) ?? base58.decode(cursor)
  decoded.set(cursor, bytes)
  return bytes
}

function comesAfter(row: AccountItem, i: number, cursor: string): boolean {
  if (cursor.startsWith('row:')) return i > Number(cursor.slice(4))
  return Buffer.compare(placeIn(row, cursor), bytesOf(cursor)) > 0
}

function placeIn(row: AccountItem, cursor: string): Uint8Array {
  return bytesOf(cursor).length === 40 ? leafOf(row) : hashOf(row)
}

interface Wanted {
  rows: string[]
  complete: boolean | null
  isOrdered: boolean
}

function model(list: RandomList): Wanted {
  const rows: string[] = []
  const cursors = new Set<string | null>()
  let status: 'kept' | 'unknown' | 'broken' = 'kept'
  for (let before: string | null = null; ; ) {
    const given = list.answer(before)
    const fresh = given.rows.filter(({ hash }, i) => {
      return !rows.includes(hash) && given.rows.findIndex((row) => row.hash === hash) === i
    })
    const order = orderOf(given, before)
    if (order === 'broken' || (order === 'unknown' && status === 'kept')) status = order
    rows.push(...fresh.map(({ hash }) => hash))
    const loops = given.cursor === before || given.rows.length === 0
    // Without an order, only repeats reveal a cycle.
    const turns = status !== 'kept' && (fresh.length === 0 || cursors.has(given.cursor))
    if (given.cursor === null || loops || turns) {
      const isSingle = before === null && given.cursor === null
      const seen = isSingle || status === 'kept' ? true : null
      const complete = status === 'broken' || given.cursor !== null ? false : seen
      return { rows, complete, isOrdered: given.cursor === null && status === 'kept' }
    }
    cursors.add(given.cursor)
    before = given.cursor
  }
}

function orderOf({ rows, cursor }: Given, before: string | null): 'kept' | 'unknown' | 'broken' {
  const named = cursor ?? before
  if (before === null && cursor === null) return 'kept'
  if (!named || named.startsWith('row:')) return 'unknown'
  const places = rows.map((row) => placeIn(row, named))
  const last = places.at(-1)
  if (cursor !== null && !(last && Buffer.compare(last, bytesOf(cursor)) === 0)) return 'unknown'
  if (before !== null && (before.startsWith('row:') || bytesOf(before).length !== bytesOf(named).length))
    return 'unknown'
  const all = before === null ? places : [bytesOf(before), ...places]
  const ascends = all.every((place, i) => i === 0 || Buffer.compare(all[i - 1] as Uint8Array, place) < 0)
  return ascends ? 'kept' : 'broken'
}

function cutOf(list: RandomList, limit: number, start: Position = FIRST_PAGE.position) {
  const freshness = { freshMs: 0, revalidateMs: 0, onErrorMs: 0, cacheControl: '' }
  return new PageCut(
    KIND,
    start,
    limit,
    async (upstream) => {
      const { rows, cursor } = list.answer(upstream)
      const facts = { slot: 1, fetchedAt: '', fetchedMs: 0, freshness, weight: 0 }
      const value = { ...judgeAnswer(KIND, upstream, rows, cursor), ...facts }
      return { value, state: 'fresh', trouble: null, via: 'miss', freshUntil: 0, notBefore: 1 }
    },
    false,
  )
}

const hashes = (rows: readonly object[]) => rows.map((row) => (row as AccountItem).hash)
const seeds = Array.from({ length: LISTS }, (_, i) => SEED + i)

test('a list in one go has the rows and the claim that its answers give', async () => {
  const claims = { true: 0, false: 0, null: 0 }
  for (const seed of seeds) {
    const wanted = model(new RandomList(seed))
    const cut = cutOf(new RandomList(seed), Number.POSITIVE_INFINITY)
    const end = await cut.fill()
    expect(hashes(cut.rows), `seed ${seed}`).toEqual(wanted.rows)
    expect(cut.completeness(end).complete, `seed ${seed}`).toBe(wanted.complete)
    claims[`${wanted.complete}`]++
  }
  for (const times of Object.values(claims)) expect(times).toBeGreaterThan(LISTS / 20)
})

test('pages of any size join to the same rows, and the last of them bears the same claim', async () => {
  for (const seed of seeds) {
    const wanted = model(new RandomList(seed))
    const list = new RandomList(seed)
    const rows: string[] = []
    let claim: boolean | null | undefined = true
    for (let at: Position | null = FIRST_PAGE.position, limit = 1 + (seed % 37); at; ) {
      const cut: PageCut = cutOf(list, limit, at)
      const end = await cut.fill()
      rows.push(...hashes(cut.rows))
      claim = cut.completeness(end).complete
      at = end.next
    }
    expect(rows, `seed ${seed}`).toEqual(wanted.rows)
    expect(claim, `seed ${seed}`).toBe(wanted.complete)
  }
})

test('a reader that fails stays at its place: asked again it has the same rows, each answer requested once', async () => {
  for (const seed of seeds) {
    const read = async (fails: () => boolean) => {
      const list = new RandomList(seed)
      const reader = new ListReader(KIND, async (cursor) => {
        if (fails()) throw FAILED
        const given = list.answer(cursor)
        return judgeAnswer(KIND, cursor, given.rows, given.cursor)
      })
      const rows: string[] = []
      while (reader.orderStatus === 'ordered') {
        const answer = await reader.read().catch(() => null)
        if (!answer) continue
        rows.push(...hashes(answer.rows))
        if (answer.cursor === null || reader.isStuck(answer)) break
        reader.leave(answer)
      }
      return { rows, asked: list.asked, status: reader.orderStatus }
    }
    const random = randomFrom(seed)
    expect(await read(() => random() < 0.4), `seed ${seed}`).toEqual(await read(() => false))
  }
})

test('a whole list by its pages has the rows of one that keeps its order, and goes over to parts where it does not', async () => {
  for (const seed of seeds) {
    const wanted = model(new RandomList(seed))
    const list = new RandomList(seed)
    const read = new WholeRead(sourceOf(list), { owner: OWNER })
    const rows: string[] = []
    const isLost = await (async () => {
      for (let more = await read.next(); more && read.by === 'pages'; more = await read.next()) {
        rows.push(...hashes(more.rows))
      }
      return false
    })().catch((error: Error) => error.name === 'LostOrder')
    const isPages = read.by === 'pages' && !isLost
    const isOneAnswer = new RandomList(seed).answer(null).cursor === null
    expect(isPages, `seed ${seed}`).toBe(wanted.isOrdered && !isOneAnswer)
    if (isPages) expect(rows, `seed ${seed}`).toEqual(wanted.rows)
  }
})

test('a compared list covers all rows of one that keeps its order, and says why it does not cover those of another', async () => {
  for (const seed of seeds) {
    const wanted = model(new RandomList(seed))
    const list = new RandomList(seed)
    const side = { label: 'one', ask: async (_: string, params: object) => answerTo(list, params) } as unknown as Side
    const bounds = { mostChunks: 1_000, mostPartCalls: null }
    const read = await readRows(side, METHOD, { owner: OWNER }, bounds, { hold() {}, settle: () => true })
    if (wanted.isOrdered) {
      expect([...read.byId.keys()], `seed ${seed}`).toEqual(wanted.rows)
      expect(read.partBecause, `seed ${seed}`).toBeNull()
    }
    const misses = wanted.rows.filter((hash) => !read.byId.has(hash))
    // Misplaced rows and repeats are no order violation here if all rows were read.
    if (read.partBecause === null) expect(misses, `seed ${seed}`).toEqual([])
  }
})

function answerTo(list: RandomList, params: object) {
  const { cursor = null, filters } = params as { cursor?: string | null; filters?: object[] }
  if (!('owner' in params)) return 1
  const { rows, cursor: next } = filters?.length ? { rows: [], cursor: null } : list.answer(cursor)
  return { context: { slot: 1 }, value: { items: rows, cursor: next } }
}

function sourceOf(list: RandomList) {
  return {
    indexer: null,
    paceMs: 0,
    list: async (_: string, filters: readonly object[], __: number, before: string | null) => {
      const { rows, cursor } = filters.length > 0 ? { rows: [], cursor: null } : list.answer(before)
      return { rows, slot: 1, cursor, tookMs: 0, fetchedAt: '' }
    },
    slot: async () => 1,
  }
}
