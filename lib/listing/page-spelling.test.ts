import { expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'

const explorer = explorerPerTest()
const OWNER = addressOf('owner with filters')
const TARGET = `getCompressedAccountsByOwner?owner=${OWNER}`
const FILTERS = '[{"memcmp":{"offset":0,"bytes":"2"}},{"memcmp":{"offset":8,"bytes":"3Mc6vR"}}]'
const JSON_TEXT = `&${new URLSearchParams({ filters: FILTERS, dataSlice: '{"offset":0,"length":4}' })}`

const get = async (path: string) => {
  const { status, text } = await explorer.get(path)
  return { status, text }
}

test('filter= and slice= of a page’s address are the same request as filters and dataSlice, in files too', async () => {
  explorer.indexer.data.accounts = makeAccounts(OWNER, 3)
  const asJson = await get(TARGET + JSON_TEXT)
  const calls = explorer.indexer.callCount
  expect(asJson.status).toBe(200)
  expect(await get(`${TARGET}&filter=0:2&filter=8:3Mc6vR&slice=0:4`)).toEqual(asJson)
  expect(await get(`${TARGET}&filter=0%3A2&filter=8%3A3Mc6vR&slice=0%3A4`)).toEqual(asJson)
  expect(explorer.indexer.callCount).toBe(calls)
  const file = await get(`${TARGET.replace('?', '/export?')}&format=ndjson&filter=0:2&filter=8:3Mc6vR&slice=0:4`)
  expect(file.text).toContain('3Mc6vR')
})

test('both spellings of one thing, and malformed ones, are refused before a call, with the reason', async () => {
  const refusals = {
    [`&filter=0:2${JSON_TEXT}&slice=0:4`]: ['filter', 'slice'],
    '&filter=0': ['filter'],
    '&filter=0:0': ['filter'],
    '&filter=0:2&filter=1:2&filter=2:2&filter=3:2&filter=4:2&filter=5:2': ['filter'],
    '&filter=0:2&filter=': ['filter'],
    '&filter=&slice=': ['filter', 'slice'],
    '&slice=4': ['slice'],
    '&slice=0:4&slice=0:4': ['slice'],
    '&sort=': ['sort'],
  }
  for (const [query, names] of Object.entries(refusals)) {
    const { status, text } = await get(TARGET + query)
    expect(status, query).toBe(400)
    expect(JSON.parse(text).invalid.map(({ name }: { name: string }) => name)).toEqual(names)
    expect(await get(`${TARGET.replace('?', '/export?')}${query}&format=csv`), query).toMatchObject({ status: 400 })
  }
  expect((await get(`${TARGET}&filter=0:2${JSON_TEXT}`)).text).toContain('beside filters')
  expect((await get('getLatestCompressionSignatures?filter=0:2')).text).toContain('filter is not a parameter')
  expect(explorer.indexer.callCount).toBe(0)
})
