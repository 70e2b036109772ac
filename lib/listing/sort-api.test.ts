import { beforeEach, describe, expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { addressOf, makeAccounts, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import type { Answer } from '../api/answer'
import type { Problem } from '../api/problem'
import { csvFields, csvRecords } from '../format/csv'
import type { AccountItem, TokenAccountItem } from '../protocol/rpc/items'
import { parseJson } from '../protocol/rpc/json'

/* design.md 4.3. */

const OWNER = addressOf('owner of 1,000')
const LONG = addressOf('owner of 10,001')
const DELEGATE = addressOf('delegate of 1,000')
const OPERATION = 'getCompressedAccountsByOwner'

const BIG = Array.from({ length: 1_000 }, (_, i) => 2n ** 53n + BigInt((i * 337) % 1_000))
const DESCENDING = BIG.toSorted((a, b) => (a < b ? 1 : -1))

const ACCOUNTS = makeAccounts(OWNER, 1_000).map((row, i): AccountItem => ({ ...row, lamports: BIG[i] ?? 0n }))
const TOKEN_ACCOUNTS = makeTokenAccounts(DELEGATE, 1_000).map((row, i): TokenAccountItem => {
  return { ...row, tokenData: { ...row.tokenData, mint: addressOf('mint'), amount: BIG[i] ?? 0n } }
})

const explorer = explorerPerTest()

beforeEach(() => {
  const accounts = [...ACCOUNTS, ...makeAccounts(LONG, 10_001)]
  Object.assign(explorer.indexer.data, { accounts, tokenAccounts: TOKEN_ACCOUNTS })
})

async function answer(query: string, operation = OPERATION): Promise<Answer<typeof OPERATION>> {
  const { text } = await explorer.get(`${operation}?${query}`)
  return parseJson(text) as unknown as Answer<typeof OPERATION>
}

async function refusal(path: string): Promise<Problem> {
  const { status, text } = await explorer.get(path)
  expect(status).toBe(400)
  return parseJson(text) as unknown as Problem
}

/** Without the prefix that keeps long integers as text. */
function column(csv: string, name: string): bigint[] {
  const [heads = [], ...rows] = csvRecords(csv)
    .map(csvFields)
    .filter(([first]) => !first?.startsWith('# '))
  return rows.map((fields) => BigInt((fields[heads.indexOf(name)] ?? '').replace("'", '')))
}

describe('a list with sort=', () => {
  test('says what the rows come to, exact beyond u64 where they do', async () => {
    const sum = BIG.reduce((total, value) => total + value, 0n)
    const { meta } = await answer(`owner=${OWNER}&limit=10&sort=slot`)
    expect(meta).toMatchObject({ total: 1_000, sum: { rows: 1_000, lamports: sum } })
    const tokens = await answer(`delegate=${DELEGATE}&limit=10`, 'getCompressedTokenAccountsByDelegate')
    expect(tokens.meta.total).toBeUndefined()
    expect(tokens.meta.sum).toMatchObject({ rows: 1_000, tokens: { mint: addressOf('mint'), amount: sum } })
  })

  test('sort is given once, and only to a list', async () => {
    expect((await refusal(`${OPERATION}?owner=${OWNER}&sort=slot&sort=leaf`)).detail).toContain(
      'sort must be given once',
    )
    const other = await refusal(`getIndexerSlot?sort=slot`)
    expect(other.invalid).toEqual([
      { name: 'sort', message: 'is not a parameter of this operation; allowed: minSlot, cluster' },
    ])
  })
})

describe('an export with sort=', () => {
  const path = `${OPERATION}/export?owner=${OWNER}`

  test('holds the whole list in this order, to the digit, as CSV and NDJSON', async () => {
    const csv = await explorer.get(`${path}&format=csv&sort=-lamports`)
    expect(column(csv.text, 'lamports')).toEqual(DESCENDING)
    expect(csv.text).toContain('COMPLETE')
    expect(csv.text).toContain('&sort=-lamports\r\n')
    const ndjson = await explorer.get(`${path}&format=ndjson&sort=lamports`)
    const rows = ndjson.text.trimEnd().split('\n').slice(1, -1)
    const lamports = rows.map((row) => BigInt((parseJson(row) as unknown as AccountItem).lamports))
    expect(lamports).toEqual(DESCENDING.toReversed())
  })

  test('of an owner without accounts ends, complete and without a row', async () => {
    const { text } = await explorer.get(`${OPERATION}/export?owner=${addressOf('nobody')}&format=csv&sort=-lamports`)
    expect(column(text, 'lamports')).toEqual([])
    expect(text).toContain('COMPLETE')
  })

  test('continues behind a cursor, and can be one page', async () => {
    const { result } = await answer(`owner=${OWNER}&limit=250&sort=-lamports`)
    const { cursor } = result.value
    const rest = await explorer.get(`${path}&format=csv&sort=-lamports&cursor=${cursor}`)
    expect(column(rest.text, 'lamports')).toEqual(DESCENDING.slice(250))
    const page = await explorer.get(`${path}&format=csv&sort=-lamports&cursor=${cursor}&limit=250`)
    expect(column(page.text, 'lamports')).toEqual(DESCENDING.slice(250, 500))
    expect(page.text).toContain('rows 251 to 500')
  })

  test.each(['', '&limit=10'])('is refused where the list cannot be sorted%s', async (limit) => {
    const { invalid } = await refusal(`${OPERATION}/export?owner=${LONG}&format=csv&sort=slot${limit}`)
    const message =
      'cannot be followed: the whole list is not available for sorting because it has more than 10,000 rows'
    expect(invalid).toEqual([{ name: 'sort', message }])
  })
})
