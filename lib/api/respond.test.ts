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
  test('answers every operation of the registry with result and meta', async () => {
    const hash = hashOf('one')
    explorer.indexer.data.signatures[hash] = makeSignatures(1)
    const queries: Record<keyof typeof methods, string> = {
      getIndexerHealth: '',
      getIndexerSlot: '',
      getCompressedAccountsByOwner: `owner=${OWNER}&limit=10&filters=[]&dataSlice={"offset":0,"length":1}`,
      getCompressedTokenAccountsByDelegate: `delegate=${OWNER}`,
      getCompressionSignaturesForAccount: `hash=${hash}`,
      getLatestCompressionSignatures: 'limit=10',
    }
    for (const [name, query] of Object.entries(queries)) {
      const response = await get(`${name}?${query}`)
      expect(response.status, name).toBe(200)
      const body = response.body as { result: unknown; meta: Record<string, unknown> }
      expect(Object.keys(body)).toEqual(['result', 'meta'])
      expect(body.meta).toMatchObject({ state: 'fresh', network: 'near' })
      expect(body.meta.fetchedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    }
  })

  test('integers are bare and whole', async () => {
    const owner = addressOf('rich')
    const accounts = makeAccounts(owner, 3).map((account, i) => ({
      ...account,
      lamports: [9007199254740993n, 9007199254740995n, 18446744073709551615n][i] ?? 0n,
      data: account.data && { ...account.data, discriminator: 18446744073709551615n },
    }))
    const tokenAccounts = makeTokenAccounts(owner, 1).map(({ account, tokenData }) => ({
      account,
      tokenData: { ...tokenData, amount: 123456789012345678n },
    }))
    explorer.indexer.data.accounts.push(...accounts)
    explorer.indexer.data.tokenAccounts.push(...tokenAccounts)
    const text = (await get(`getCompressedAccountsByOwner?owner=${owner}`)).text
    for (const digits of ['9007199254740993', '9007199254740995', '18446744073709551615']) {
      expect(text).toContain(`"lamports":${digits},`)
    }
    expect(text).toContain('"discriminator":18446744073709551615')
    const tokens = (await get(`getCompressedTokenAccountsByDelegate?delegate=${owner}`)).text
    expect(tokens).toContain('"amount":123456789012345678,')
  })

  test('headers: open to every origin, typed, with caching as the operation allows', async () => {
    const { headers } = await get('getIndexerSlot')
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=5, stale-if-error=30',
      'content-type': 'application/json',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{12}-[0-9a-z]+$/)
    const list = await get(`getCompressedAccountsByOwner?owner=${OWNER}`)
    expect(list.headers.get('cache-control')).toContain('s-maxage=3, stale-while-revalidate=30, stale-if-error=600')
    const given = await get('getIndexerSlot', { headers: { 'x-request-id': 'from-the-proxy-1' } })
    expect(given.headers.get('x-request-id')).toBe('from-the-proxy-1')
    const forged = await get('getIndexerSlot', { headers: { 'x-request-id': 'a b;c="d"' } })
    expect(forged.headers.get('x-request-id')).toMatch(/^[\w-]{12}-[0-9a-z]+$/)
  })

  test('HEAD has the headers of a GET and no body; OPTIONS allows any origin to read', async () => {
    const whole = await get('getIndexerSlot')
    const head = await get('getIndexerSlot', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      expect(head.headers.get(name), name).toBe(whole.headers.get(name))
    }
    const options = await get('getIndexerSlot', { method: 'OPTIONS' })
    expect(options.status).toBe(204)
    expect(options.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
    expect(options.headers.get('access-control-allow-headers')).toContain('If-None-Match')
  })

  test('a reader that has the answer gets 304 without it, GET or HEAD, and a changed answer in full', async () => {
    const path = `getCompressedAccountsByOwner?owner=${OWNER}&limit=25`
    const first = await get(path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    expect(Number(first.headers.get('content-length'))).toBe(Buffer.byteLength(first.text))
    for (const method of ['GET', 'HEAD']) {
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await get(path, { method, headers: { 'if-none-match': known } })
        expect(again.status, known).toBe(304)
        expect(again.text).toBe('')
        expect(again.headers.get('etag')).toBe(etag)
        expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
        expect(again.headers.get('content-length')).toBeNull()
      }
    }
    expect((await get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    const other = await get(`getCompressedAccountsByOwner?owner=${OWNER}&limit=10`)
    expect(other.headers.get('etag')).not.toBe(etag)
    const problem = await get('getIndexerSlot?x=1', { headers: { 'if-none-match': '*' } })
    expect(problem.status).toBe(400)
    expect(problem.headers.get('etag')).toBeNull()
  })

  test('a large answer is packed for who takes it, under a validator of its own; a small one never', async () => {
    const path = `getCompressedAccountsByOwner?owner=${OWNER}&limit=50`
    const plain = await get(path)
    const packed = await get(path, { headers: { 'accept-encoding': 'br;q=1, gzip;q=0.5' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('vary')).toBe('Accept-Encoding')
    expect(plain.headers.get('vary')).toBe('Accept-Encoding')
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'))
    const { bytes } = packed
    expect(gunzipSync(bytes).toString()).toBe(plain.text)
    expect(Number(packed.headers.get('content-length'))).toBe(bytes.length)
    const small = await get('getIndexerSlot', { headers: { 'accept-encoding': 'gzip' } })
    expect(small.headers.get('content-encoding')).toBeNull()
    expect(small.headers.get('vary')).toBeNull()
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

  test('pages follow one another by the cursor in the answer', async () => {
    const first = (await get(`getCompressedAccountsByOwner?owner=${OWNER}&limit=100`)).body as {
      result: { value: { cursor: string; items: unknown[] } }
    }
    expect(first.result.value.items).toHaveLength(100)
    const second = await get(
      `getCompressedAccountsByOwner?owner=${OWNER}&limit=100&cursor=${first.result.value.cursor}`,
    )
    const body = second.body as {
      result: { value: { cursor: null; items: unknown[] } }
      meta: unknown
    }
    expect(body.result.value.items).toHaveLength(20)
    expect(body.result.value.cursor).toBeNull()
    expect(body.meta).toMatchObject({ complete: true })
  })
})

describe('what is refused, without a call', () => {
  test.each([
    ['getCompressedAccountsByOwner', 'owner'],
    ['getCompressedAccountsByOwner?owner=x', 'owner'],
    [`getCompressedAccountsByOwner?owner=${OWNER}&limit=1001`, 'limit'],
    [`getCompressedAccountsByOwner?owner=${OWNER}&limit=0`, 'limit'],
    [`getCompressedAccountsByOwner?owner=${OWNER}&limit=1e2`, 'limit'],
    [`getCompressedAccountsByOwner?owner=${OWNER}&limit=10&limit=25`, 'limit'],
    [`getCompressedAccountsByOwner?owner=${OWNER}&cursor=abc`, 'cursor'],
    [`getCompressedAccountsByOwner?owner=${OWNER}&cursor=`, 'cursor'],
    [`getCompressedAccountsByOwner?owner=${OWNER}&filters=x`, 'filters'],
    [`getCompressedAccountsByOwner?owner=${OWNER}&dataSlice={"offset":-1,"length":1}`, 'dataSlice'],
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

  test('health says it to people with 200, to strict monitors with 503', async () => {
    await get('status')
    const ok = await get('health?strict=1')
    expect(ok.status).toBe(200)
    expect(ok.headers.get('content-type')).toBe('application/health+json')
    expect(ok.body).toMatchObject({ status: 'pass', verdict: 'ok', network: 'near' })
    await explorer.link.down()
    const gone = await get('health?cluster=far')
    expect(gone.status).toBe(200)
    expect(gone.body).toMatchObject({ status: 'fail', verdict: 'unreachable' })
    const strict = await get('health?cluster=far&strict=1')
    expect(strict.status).toBe(503)
    expect(strict.headers.get('cache-control')).toBe('no-store')
  })
})
