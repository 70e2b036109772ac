import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AskInit } from '@/lib/testing/api/client'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { methods } from '../protocol/rpc/methods'

const explorer = explorerPerTest()
const OWNER = addressOf('owner')

beforeEach(() => {
  const { data } = explorer.indexer
  data.accounts = makeAccounts(OWNER, 120)
  data.latest = makeSignatures(30)
})

const get = (path: string, init?: AskInit) => explorer.get(path, init)

async function problem(path: string) {
  const { status, headers, body } = await get(path)
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(body?.status).toBe(status)
  expect(body?.requestId).toBe(headers.get('x-request-id'))
  return body ?? {}
}

describe('GET /api/v1/<methodName>', () => {
  test('integers are bare and whole', async () => {
    const owner = addressOf('rich')
    const [account] = makeAccounts(owner, 1)
    const [token] = makeTokenAccounts(owner, 1)
    if (!account || !token) throw new Error('the fixtures changed')
    explorer.indexer.data.accounts.push({ ...account, lamports: 9007199254740993n })
    explorer.indexer.data.tokenAccounts.push(
      { ...token, tokenData: { ...token.tokenData, amount: 123456789012345678n } },
      { ...token, tokenData: { ...token.tokenData, amount: 18446744073709551615n } },
    )
    expect((await get(`getCompressedAccountsByOwner?owner=${owner}`)).text).toContain('"lamports":9007199254740993,')
    const { text } = await get(`getCompressedTokenAccountsByDelegate?delegate=${owner}`)
    expect(text).toContain('"amount":123456789012345678,')
    expect(text).toContain('"amount":18446744073709551615,')
  })

  test('a large answer is packed for who takes it, under a validator of its own; a small one never', async () => {
    const path = `getCompressedAccountsByOwner?owner=${OWNER}&limit=50`
    const plain = await get(path)
    const packed = await get(path, { headers: { 'accept-encoding': 'br;q=1, gzip;q=0.5' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('vary')).toBe('Accept-Encoding')
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'))
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.text)
    const small = await get('getIndexerSlot', { headers: { 'accept-encoding': 'gzip' } })
    expect(small.headers.get('content-encoding')).toBeNull()
  })

  test('Cache-Status says how the answer came and how long it is fresh; no cookie is ever set', async () => {
    const path = `getCompressedAccountsByOwner?owner=${OWNER}&limit=100&filters=[]`
    const miss = Promise.all([get(path), get(path)])
    const cacheStatuses = (await miss).map(({ headers }) => headers.get('cache-status'))
    expect(cacheStatuses[0]).toMatch(/^leafscan; fwd=miss; ttl=[23]$/)
    expect(cacheStatuses[1]).toMatch(/^leafscan; fwd=miss; collapsed; ttl=[23]$/)
    const hit = await get(path)
    await explorer.link.down()
    expect(hit.headers.get('cache-status')).toMatch(/^leafscan; hit; ttl=[0-3]$/)
    expect(hit.headers.get('age')).toBeNull()
    expect(hit.headers.get('set-cookie')).toBeNull()
    expect((await get('getIndexerSlot?cluster=far')).headers.get('cache-status')).toBe(
      'leafscan; fwd=miss; detail=upstream_unreachable',
    )
  })
})

describe('what is refused, without a call', () => {
  test.each([
    ['getCompressedAccountsByOwner', 'owner'],
    [`getCompressedAccountsByOwner?owner=${OWNER}&price=x`, 'price'],
    ['getIndexerSlot?cluster=nowhere', 'cluster'],
    ['getIndexerSlot?cluster=', 'cluster'],
    ['getIndexerSlot?cluster=near&cluster=near', 'cluster'],
    ['getIndexerSlot?network=near', 'network'],
    ['status?x=1', 'x'],
    ['status?samples=241', 'samples'],
    ['health?strict=2', 'strict'],
    ['health?strict=1&strict=1', 'strict'],
  ])('%s', async (path, name) => {
    const calls = explorer.indexer.callCount
    const response = await problem(path)
    expect(response).toMatchObject({ status: 400, code: 'invalid_params', retryable: false, invalid: [{ name }] })
    if (!path.startsWith('status') && !path.startsWith('health')) expect(explorer.indexer.callCount).toBe(calls)
  })

  test('an unknown network and a limit out of bounds are told what is allowed', async () => {
    expect(await problem('getIndexerSlot?cluster=mainnet')).toMatchObject({
      detail: 'cluster must be one of near, far.',
    })
    expect((await problem('getLatestCompressionSignatures?limit=0')).detail).toBe(
      'limit must be a whole number from 1 to 1000.',
    )
  })

  test('an operation that does not exist: 404 that lists those that do', async () => {
    for (const name of ['getAccounts', 'getindexerslot', 'constructor', '__proto__']) {
      const response = await problem(name)
      expect(response).toMatchObject({ status: 404, code: 'unknown_operation' })
      for (const method of Object.keys(methods)) expect(response.detail).toContain(method)
    }
  })
})

describe('a failing indexer', () => {
  test('its problem with a time to wait, never its URL or its key', async () => {
    await explorer.link.down()
    for (const path of ['getIndexerSlot?cluster=far', `getCompressedAccountsByOwner?owner=${OWNER}&cluster=far`]) {
      const response = await get(path)
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('5')
      expect(response.headers.get('cache-control')).toBe('no-store')
      const text = response.text
      expect(text).toContain('upstream_unreachable')
      expect(text).not.toMatch(/CANARY|127\.0\.0\.1/)
    }
  })

  test('an unknown hash may be kept by a cache for a moment, other errors not at all', async () => {
    const response = await get(`getCompressionSignaturesForAccount?hash=${hashOf('nobody')}`)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=5')
    explorer.indexer.fail(FAULTS.html)
    const failed = await get(`getCompressionSignaturesForAccount?hash=${hashOf('somebody')}`)
    expect(failed.status).toBe(502)
    expect(failed.text).not.toContain('nginx')
  })
})

describe('GET /api/v1/status and /api/v1/health', () => {
  test('status is what the badge shows, with as many checks as asked for', async () => {
    const response = await get('status?samples=0')
    expect(response.status).toBe(200)
    const body = response.body
    expect(body).toMatchObject({ network: 'near', verdict: 'ok', slot: 418_890_000, samples: [] })
    await explorer.link.down()
    const gone = (await get('status?cluster=far')).body
    expect(gone).toMatchObject({ network: 'far', verdict: 'unreachable', slot: null })
  })
})
