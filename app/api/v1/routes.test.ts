import { beforeEach, expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import * as exported from './[method]/export/route'
import * as received from './[method]/received/route'
import * as operation from './[method]/route'
import * as history from './status/history/route'

/* The framework's handlers hand over to the gateway, whose answers are tested in lib/gateway/api. */

const explorer = explorerPerTest()
const OWNER = addressOf('owner')

beforeEach(() => {
  explorer.indexer.data.accounts = makeAccounts(OWNER, 3)
})

const request = (path: string, method = 'GET') => new Request(`http://explorer.example/api/v1/${path}`, { method })
const toExport = (path: string, method?: string) =>
  exported.GET(request(path, method), { params: Promise.resolve({ method: path.split('/')[0] ?? '' }) })

test('each of them gives the answer that the guard gives', async () => {
  const pages = [
    [operation.GET, `getCompressedAccountsByOwner?owner=${OWNER}`],
    [operation.GET, 'getEverything'],
    [received.GET, 'getIndexerSlot/received'],
    [history.GET, 'status/history?points=0'],
  ] as const
  for (const [route, path] of pages) {
    const [given, said] = [await route(request(path)), await explorer.get(path)]
    expect(given.status, path).toBe(said.status)
    expect(given.headers.get('etag'), path).toBe(said.headers.get('etag'))
    expect(given.headers.get('content-type')).toBe(said.headers.get('content-type'))
  }
  expect(await operation.HEAD(request('getIndexerSlot', 'HEAD')).then((answer) => answer.text())).toBe('')
  expect((await operation.OPTIONS(request('getIndexerSlot', 'OPTIONS'))).status).toBe(204)
  expect((await operation.GET(request('no/such/path'))).status).toBe(404)
})

test('an export is streamed, its refusal is a problem', async () => {
  const path = `getCompressedAccountsByOwner/export?owner=${OWNER}&format=ndjson`
  const file = await toExport(path)
  expect(file.headers.get('content-disposition')).toContain('attachment')
  expect((await file.text()).split('\n').filter((line) => line.includes(`"owner":"${OWNER}","`))).toHaveLength(3)
  expect(await (await toExport(path, 'HEAD')).text()).toBe('')
  const refused = await toExport('getCompressedAccountsByOwner/export?format=xlsx')
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ code: 'invalid_params' })
})
