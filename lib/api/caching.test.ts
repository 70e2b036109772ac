import { expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'

/* facts/reliability.md (b), RFC 9211. */

const explorer = explorerPerTest()
const OWNER = addressOf('owner')
const ACCOUNTS = `getCompressedAccountsByOwner?owner=${OWNER}&limit=10`

test('an old copy during a failure says how old it is and why, and cannot be made fresh again by a cache', async () => {
  explorer.indexer.data.accounts = makeAccounts(OWNER, 20)
  const fresh = await explorer.get(ACCOUNTS)
  expect(fresh.headers.get('age')).toBeNull()
  explorer.indexer.fail(FAULTS.rateLimited('30'))
  explorer.clock.skip(45_000)
  await explorer.get('getIndexerSlot')
  const stale = await explorer.get(ACCOUNTS)
  expect(stale.status).toBe(200)
  expect(stale.body).toMatchObject({ meta: { state: 'stale', reason: 'upstream_rate_limited' } })
  expect(stale.headers.get('cache-status')).toMatch(/^leafscan; hit; ttl=-4[1-3]; detail=upstream_rate_limited$/)
  expect(stale.headers.get('age')).toBe('45')
  expect(stale.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1')
  expect(stale.headers.get('etag')).not.toBe(fresh.headers.get('etag'))
  const known = await explorer.get(ACCOUNTS, { headers: { 'if-none-match': fresh.headers.get('etag') ?? '' } })
  expect(known.status, 'the state is part of what was answered').toBe(200)
})

test('a little old and being renewed: at once, with its age', async () => {
  explorer.indexer.data.accounts = makeAccounts(OWNER, 20)
  await explorer.get(ACCOUNTS)
  explorer.clock.skip(8_000)
  const old = await explorer.get(ACCOUNTS)
  expect(old.body).toMatchObject({ meta: { state: 'revalidating' } })
  expect(old.headers.get('cache-status')).toMatch(/^leafscan; hit; ttl=-[45]$/)
  expect(old.headers.get('age')).toBe('8')
  expect(old.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1')
  await explorer.landed()
  expect((await explorer.get(ACCOUNTS)).headers.get('cache-status')).toMatch(/hit; ttl=[23]$/)
})

test.each([3_600_000, -3_600_000, 86_400_000])('a clock that is set by %s ms changes no age', async (byMs) => {
  explorer.indexer.data.accounts = makeAccounts(OWNER, 20)
  await explorer.get(ACCOUNTS)
  explorer.clock.skip(8_000)
  explorer.clock.setWall(byMs)
  expect((await explorer.get(ACCOUNTS)).headers.get('age')).toBe('8')
  await explorer.landed()
  explorer.clock.skip(9_000)
  expect((await explorer.get(ACCOUNTS)).headers.get('age')).toBe('9')
})

test('a problem is told anew, whatever the reader has', async () => {
  const unknown = `getCompressionSignaturesForAccount?hash=${hashOf('nobody knows it')}`
  const headers = { 'if-none-match': '*' }
  expect(await explorer.get(unknown, { headers })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await explorer.get(ACCOUNTS, { headers })).status).toBe(304)
  explorer.indexer.fail(FAULTS.serverError)
  explorer.clock.skip(3_600_000)
  expect(await explorer.get(ACCOUNTS, { headers })).toMatchObject({ status: 502, body: { code: 'upstream_error' } })
})
