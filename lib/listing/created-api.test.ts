import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { runs } from '@/lib/testing/suite'
import type { Answer } from '../api/answer'
import type { Problem } from '../api/problem'
import type { AccountItem, TokenAccountItem } from '../protocol/rpc/items'
import { parseJson } from '../protocol/rpc/json'
import { readSort } from './address/columns'
import { sortRows } from './address/sort-rows'

/* `since=` and `until=`. design.md 4.3. */

const OWNER = addressOf('owner of 120')
const LONG = addressOf('owner of 10,001')
const DELEGATE = addressOf('delegate of 60')
const BY_OWNER = 'getCompressedAccountsByOwner'
const BY_DELEGATE = 'getCompressedTokenAccountsByDelegate'

/** In their newest slot the clock of the explorer shows NOW; a slot takes a second. */
const NEWEST = 418_890_000
const BASE = NEWEST - 600

const scattered = <R extends AccountItem>(row: R, i: number): R => ({ ...row, slotCreated: BASE + ((i * 37) % 600) })
const ACCOUNTS = makeAccounts(OWNER, 120).map(scattered)
const LONG_LIST = makeAccounts(LONG, 10_001)
const TOKEN_ACCOUNTS = makeTokenAccounts(DELEGATE, 60).map(
  (row, i): TokenAccountItem => ({ ...row, account: scattered(row.account, i) }),
)

const explorer = explorerPerTest()

beforeEach(() => {
  const now = Math.floor(explorer.clock.wall() / 1_000)
  Object.assign(explorer.indexer.data, {
    slot: NEWEST,
    accounts: [...ACCOUNTS, ...LONG_LIST],
    tokenAccounts: TOKEN_ACCOUNTS,
    latest: makeSignatures(5_000, NEWEST, now),
  })
})

async function answer<M extends typeof BY_OWNER | typeof BY_DELEGATE>(operation: M, query: string): Promise<Answer<M>> {
  const { status, text } = await explorer.get(`${operation}?${query}`)
  expect(status, text).toBe(200)
  return parseJson(text) as unknown as Answer<M>
}

async function refusal(path: string): Promise<Problem> {
  const { status, text } = await explorer.get(path)
  expect(status, text).toBe(400)
  return parseJson(text) as unknown as Problem
}

describe('a list with since= and until=', () => {
  test('has on its pages exactly the rows of the whole list that were created then, in any order and size', async () => {
    const bound = fc.option(fc.integer({ min: BASE - 5, max: NEWEST + 5 }))
    const sorts = fc.constantFrom(null, 'slot', '-slot', 'lamports', '-leaf', 'hash')
    await fc.assert(
      fc.asyncProperty(bound, bound, sorts, fc.integer({ min: 9, max: 50 }), async (one, other, sort, limit) => {
        const [since, until] = one !== null && other !== null && one > other ? [other, one] : [one, other]
        fc.pre((since !== null || until !== null) && since !== until)
        const bounds = [since !== null && `&since=${since}`, until !== null && `&until=${until}`]
          .filter(Boolean)
          .join('')
        const expected = ACCOUNTS.filter(({ slotCreated: slot }) => slot >= (since ?? 0) && slot < (until ?? slot + 1))
        const by = readSort('accounts', sort ?? '-slot') ?? { column: 'slot', descending: true }
        const seen: string[] = []
        for (let cursor: string | null = null; ; ) {
          const at: string = cursor === null ? '' : `&cursor=${cursor}`
          const order = sort === null ? '' : `&sort=${sort}`
          const { result, meta } = await answer(BY_OWNER, `owner=${OWNER}&limit=${limit}${bounds}${order}${at}`)
          expect(meta).toMatchObject({ complete: true, total: expected.length, rowsBefore: seen.length })
          expect(meta.created).toEqual({ since, until, of: ACCOUNTS.length })
          seen.push(...result.value.items.map(({ hash }) => hash))
          cursor = result.value.cursor
          if (cursor === null) break
        }
        expect(seen).toEqual(sortRows('accounts', expected, by, null).map(({ hash }) => hash))
      }),
      runs(30, 100, 1_000),
    )
  })

  test('sums only them, says so, and has cursors of its own', async () => {
    const { result, meta } = await answer(BY_OWNER, `owner=${OWNER}&since=${BASE + 300}&limit=10`)
    const rows = ACCOUNTS.filter(({ slotCreated }) => slotCreated >= BASE + 300)
    const lamports = rows.reduce((sum, row) => sum + row.lamports, 0n)
    expect(meta.sum).toMatchObject({ rows: rows.length, lamports: Number(lamports) })
    expect(meta.completeReason).toBe(
      `the indexer's first answer held the whole list; of its 120 rows ${rows.length} were created since slot 418,889,700`,
    )
    const { cursor } = result.value
    for (const other of ['', `&since=${BASE + 301}`, `&since=${BASE + 300}&until=${NEWEST}`]) {
      const { invalid } = await refusal(`${BY_OWNER}?owner=${OWNER}${other}&sort=-slot&cursor=${cursor}`)
      expect(invalid?.map(({ name }) => name)).toEqual(['cursor'])
    }
    const plain = await answer(BY_OWNER, `owner=${OWNER}&limit=10`)
    const { invalid } = await refusal(`${BY_OWNER}?owner=${OWNER}&since=5&cursor=${plain.result.value.cursor}`)
    expect(invalid?.map(({ name }) => name)).toEqual(['cursor'])
  })

  test('takes times and ages, and names the slots that they are', async () => {
    const iso = (secondsAgo: number) => new Date(explorer.clock.wall() - secondsAgo * 1_000).toISOString().slice(0, 19)
    for (const [since, until] of [
      ['200s', '1m'],
      [iso(200), iso(60)],
    ]) {
      const { meta, result } = await answer(
        BY_DELEGATE,
        `delegate=${DELEGATE}&since=${since}&until=${until}&limit=1000`,
      )
      expect(meta.created).toEqual({ since: NEWEST - 200, until: NEWEST - 60, of: 60 })
      const expected = TOKEN_ACCOUNTS.filter(
        ({ account: { slotCreated: slot } }) => slot >= NEWEST - 200 && slot < NEWEST - 60,
      )
      expect(result.value.items).toHaveLength(expected.length)
    }
    const ahead = await answer(BY_OWNER, `owner=${OWNER}&until=2999-01-01`)
    expect(ahead.meta.total).toBe(ACCOUNTS.length)
    const long = await answer(BY_OWNER, `owner=${OWNER}&since=2020-01-01`)
    expect(long.meta.total).toBe(ACCOUNTS.length)
    const { invalid: order } = await refusal(`${BY_OWNER}?owner=${OWNER}&since=1m&until=${BASE}`)
    const message = `must be after since: the range since=1m until=${BASE} ends before it starts`
    expect(order).toEqual([{ name: 'until', message }])
  })

  test('that are malformed are refused before the indexer is asked', async () => {
    for (const [query, name, message] of [
      ['since=1y', 'since', /^must be a slot, a time in UTC such as .*, or an age such as 30m, 1h or 7d$/],
      ['until=', 'until', /^must be a slot/],
      ['since=1&since=2', 'since', /^must be given once$/],
      ['since=9&until=9', 'until', /^must be after since: the range since=9 until=9 ends where it starts$/],
      ['since=1h&until=2h', 'until', /^must be after since: the range since=1h until=2h ends before it starts$/],
      ['since=1h&whole=true', 'since', /^cannot be combined with whole/],
    ] as const) {
      for (const file of ['', '/export']) {
        const { invalid } = await refusal(`${BY_OWNER}${file}?owner=${OWNER}&${query}${file && '&format=csv'}`)
        expect(invalid).toEqual([{ name, message: expect.stringMatching(message) }])
      }
    }
    expect(explorer.indexer.callCount).toBe(0)
  })

  test('is refused where it is no list of accounts, and where no block time tells the slot', async () => {
    const latest = await refusal('getLatestCompressionSignatures?since=5')
    expect(latest.invalid).toEqual([{ name: 'since', message: 'is a parameter of lists of accounts alone' }])
    explorer.indexer.data.latest = []
    const { invalid } = await refusal(`${BY_OWNER}?owner=${OWNER}&since=1h`)
    expect(invalid).toEqual([{ name: 'since', message: 'is a time, and no block time near it is known: give a slot' }])
  })

  test.each(['', '/export'])('of more than 10,000 rows%s is refused and says why', async (file) => {
    const { title, invalid } = await refusal(`${BY_OWNER}${file}?owner=${LONG}&until=${NEWEST}${file && '&format=csv'}`)
    expect(title).toBe('Not available by time')
    const message =
      'cannot be followed: it takes the whole list, which is not available because it has more than 10,000 rows'
    expect(invalid).toEqual([{ name: 'until', message }])
  })
})

test('an indexer that stops answering gives a problem, and no rows of another time', async () => {
  explorer.indexer.data.accounts = makeAccounts(OWNER, 1_500)
  explorer.indexer.script(BY_OWNER, null, FAULTS.unauthorised)
  const { status, text } = await explorer.get(`${BY_OWNER}?owner=${OWNER}&since=5`)
  expect([status, parseJson(text)]).toMatchObject([502, { code: 'upstream_auth' }])
})

test('a file has them all, newest first, and names the slots', async () => {
  const { text } = await explorer.get(`${BY_OWNER}/export?owner=${OWNER}&format=ndjson&since=300s`)
  const [head, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => parseJson(line) as Record<string, never>)
  expect(head).toMatchObject({ export: { params: { owner: OWNER, since: NEWEST - 300 } } })
  const slots = lines.slice(0, -1).map((row) => Number(row.slotCreated))
  const expected = ACCOUNTS.map(({ slotCreated }) => slotCreated).filter((slot) => slot >= NEWEST - 300)
  expect(slots).toEqual(expected.toSorted((a, b) => b - a))
  expect(lines.at(-1)).toMatchObject({ end: { rows: expected.length, complete: true } })
  const { text: csv } = await explorer.get(`${BY_OWNER}/export?owner=${OWNER}&format=csv&since=${NEWEST - 300}`)
  expect(csv).toContain(`&since=${NEWEST - 300}\r\n`)
  expect(csv).toContain(`of its 120 rows ${expected.length} were created since slot 418889700`)
})
