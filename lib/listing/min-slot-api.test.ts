import { beforeEach, describe, expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { addressOf, hashOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import type { methods } from '../protocol/rpc/methods'

/* design.md 4.4. */

const explorer = explorerPerTest()
const OWNER = addressOf('owner')
const HASH = hashOf('one')
const SLOT = 418_890_000

beforeEach(() => {
  const { data } = explorer.indexer
  data.accounts = makeAccounts(OWNER, 120)
  data.latest = makeSignatures(30)
  data.signatures[HASH] = makeSignatures(1)
})

const QUERIES: Record<keyof typeof methods, string> = {
  getIndexerHealth: '',
  getIndexerSlot: '',
  getCompressedAccountsByOwner: `owner=${OWNER}&sort=-slot&`,
  getCompressedTokenAccountsByDelegate: `delegate=${OWNER}&`,
  getCompressionSignaturesForAccount: `hash=${HASH}&`,
  getLatestCompressionSignatures: '',
}

const ADDRESSES = [
  ...Object.entries(QUERIES).map(([name, query]) => `${name}?${query}`),
  `getCompressedAccountsByOwner/export?owner=${OWNER}&format=csv&`,
  `getCompressedAccountsByOwner/export?owner=${OWNER}&format=ndjson&limit=10&`,
  `getLatestCompressionSignatures/export?format=ndjson&limit=10&`,
]

describe.each(ADDRESSES)('%s', (address) => {
  test('answers at the slot that is reached, and 503 with Retry-After for one far ahead', async () => {
    expect((await explorer.get(`${address}minSlot=${SLOT}`)).status).toBe(200)
    const { status, headers, body } = await explorer.get(`${address}minSlot=${SLOT + 100}`)
    expect([status, headers.get('content-type')]).toEqual([503, 'application/problem+json'])
    expect(headers.get('retry-after')).toBe('40')
    expect(body).toMatchObject({ code: 'slot_not_reached', minSlot: SLOT + 100, slot: SLOT, retryable: true })
  })

  test.each(['-1', '1e3', '9007199254740992', 'x', ''])('refuses minSlot=%s before any call', async (text) => {
    const { status, body } = await explorer.get(`${address}minSlot=${text}`)
    expect([status, body?.invalid]).toEqual([
      400,
      [{ name: 'minSlot', message: 'must be a slot number, at most 2^53-1' }],
    ])
    expect((await explorer.get(`${address}minSlot=1&minSlot=2`)).status).toBe(400)
    expect(explorer.indexer.callCount).toBe(0)
  })
})

test.each(['account', 'account/history', 'account/history/export'])('%s knows the parameter', async (name) => {
  const { body } = await explorer.get(`${name}?hash=${HASH}&minSlot=x`)
  expect(body?.invalid).toEqual([{ name: 'minSlot', message: 'must be a slot number, at most 2^53-1' }])
})

test('a file says which slot none of its rows is older than', async () => {
  const path = `getCompressedAccountsByOwner/export?owner=${OWNER}&format=ndjson&minSlot=${SLOT}`
  const [head = ''] = (await explorer.get(path)).text.split('\n')
  expect(JSON.parse(head).export.params).toEqual({ owner: OWNER, minSlot: SLOT })
})
