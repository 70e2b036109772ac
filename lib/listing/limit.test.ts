import { beforeEach, expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { turnsDuring } from '@/lib/testing/until'
import type { Answer } from '../api/answer'
import { runInRequest } from '../platform/request-context'
import { type AnyItem, identityOf } from '../protocol/rpc/items'
import { parseJson } from '../protocol/rpc/json'
import { turnsFor } from '../server/listener/page-turns'
import { operationHandlers } from './api'

/* design.md 4.3. */

const OWNER = addressOf('owner of pages')
const DELEGATE = addressOf('delegate of pages')
const ACCOUNTS = makeAccounts(OWNER, 1_100)
const OF_OWNER = `getCompressedAccountsByOwner?owner=${OWNER}`

const explorer = explorerPerTest()

beforeEach(() => {
  explorer.indexer.data.accounts = ACCOUNTS
  explorer.indexer.data.tokenAccounts = makeTokenAccounts(DELEGATE, 40)
  explorer.indexer.data.latest = makeSignatures(40)
})

async function pageAt(path: string): Promise<{ items: AnyItem[]; cursor: string | null }> {
  const { status, text } = await explorer.get(path)
  expect(status, text.slice(0, 300)).toBe(200)
  const { value } = (parseJson(text) as unknown as Answer<'getCompressedAccountsByOwner'>).result
  return { items: value.items, cursor: value.cursor ?? null }
}

test.each([
  ['an owner', OF_OWNER, 1_100, 101],
  ['a delegate', `getCompressedTokenAccountsByDelegate?delegate=${DELEGATE}`, 40, 3],
  ['the latest', 'getLatestCompressionSignatures?', 40, 3],
])(
  'pages of any size lead through the list of %s: no row is missing, none comes twice',
  async (_, list, rows, limit) => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const at: string = cursor === null ? '' : `&cursor=${cursor}`
      const page = await pageAt(`${list}&limit=${limit}${at}`)
      expect(page.items.length).toBe(Math.min(limit, rows - seen.length))
      seen.push(...page.items.map(identityOf))
      cursor = page.cursor
    } while (cursor !== null)
    expect(new Set(seen).size).toBe(rows)
    expect(seen).toHaveLength(rows)
  },
)

test('pages of every size have as many rows, cut from the same chunk: one call', async () => {
  const calls = () => explorer.indexer.requests.filter(({ method }) => method === 'getCompressedAccountsByOwner').length
  // Behind a page of all its rows, one more call finds out whether the list continues.
  for (let limit = 1; limit < 1_000; limit += 37) {
    expect((await pageAt(`${OF_OWNER}&limit=${limit}`)).items).toHaveLength(limit)
  }
  expect(calls()).toBe(1)
})

test('others have their turn between two pages of many rows, however many are requested at once', async () => {
  await pageAt(OF_OWNER)
  const ask = (limit: number) =>
    runInRequest(
      {
        request: { method: 'GET', target: `/api/v1/${OF_OWNER}&limit=${limit}`, headers: {}, id: 'id', peer: 'one' },
        left: new AbortController().signal,
        turn: null,
        slotUntil: null,
        answered() {},
      },
      () => operationHandlers.GET(),
    )
  const answers = Promise.all(Array.from({ length: 30 }, (_, i) => ask(101 + i)))
  const turns = await turnsDuring(answers)
  expect((await answers).map((answer) => answer.status)).toEqual(Array(30).fill(200))
  expect(turns).toBeGreaterThanOrEqual(30)
})

test.each(['export?format=csv&', 'export?format=ndjson&', '?'])(
  'a limit of none or too many rows is refused with what is allowed: %s',
  async (form) => {
    for (const limit of ['0', '-1', '1001', 'abc', '1e3', '10.5', '%2010', '010', '']) {
      const calls = explorer.indexer.callCount
      const slash = form.startsWith('?') ? '' : '/'
      const { status, body } = await explorer.get(
        `getCompressedAccountsByOwner${slash}${form}owner=${OWNER}&limit=${limit}`,
      )
      expect([status, body]).toMatchObject([
        400,
        { invalid: [{ name: 'limit', message: 'must be a whole number from 1 to 1000' }] },
      ])
      expect(explorer.indexer.callCount).toBe(calls)
    }
  },
)

test('a page of more than 100 rows takes its turn among the large ones, whatever the number', () => {
  const kindOf = (limit: string) => turnsFor(`/owner/x?limit=${limit}`) === turnsFor('/owner/x?limit=1000')
  expect(['101', '102', '250', '251', '999'].map(kindOf)).toEqual(Array(5).fill(true))
  expect(['1', '3', '99', '100'].map(kindOf)).toEqual(Array(4).fill(false))
})
