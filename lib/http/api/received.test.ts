import { describe, expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'

/* GET /api/v1/<methodName>/received: the indexer's own bytes. features.md a18. */

const explorer = explorerPerTest()
const OWNER = addressOf('owner')

/** What the indexer itself answers to the params of a request that it was sent. */
async function indexerAnswer(method: string): Promise<string> {
  const { params } = explorer.indexer.requests.filter((request) => request.method === method).at(-1) ?? {}
  const body = JSON.stringify({ id: 'test-account', jsonrpc: '2.0', method, params })
  return (await fetch(`${explorer.indexer.url}/${method}`, { method: 'POST', body })).text()
}

describe('an answer as received', () => {
  test('is the chunk behind a page, byte for byte, asked once for all who want it', async () => {
    explorer.indexer.data.accounts = makeAccounts(OWNER, 120)
    const path = `getCompressedAccountsByOwner/received?owner=${OWNER}&limit=10`
    const [one, two] = await Promise.all([explorer.get(path), explorer.get(path)])
    expect(explorer.indexer.calls.getCompressedAccountsByOwner).toBe(1)
    expect(one.headers.get('content-type')).toBe('application/json')
    expect(one.text).toBe(two.text)
    expect(explorer.indexer.requests.at(-1)?.params).toEqual({ owner: OWNER, limit: 1000 })
    expect(one.text).toBe(await indexerAnswer('getCompressedAccountsByOwner'))
  })

  test('of a later page is the chunk that its cursor stands in', async () => {
    explorer.indexer.data.latest = makeSignatures(60)
    const page = await explorer.get('getLatestCompressionSignatures?limit=25')
    const result = page.body?.result as { value: { cursor: string } } | undefined
    const response = await explorer.get(
      `getLatestCompressionSignatures/received?limit=25&cursor=${result?.value.cursor}`,
    )
    expect(response.text).toContain(explorer.indexer.data.latest[25]?.signature)
    expect(response.text).not.toContain(explorer.indexer.data.latest[24]?.signature)
    expect(explorer.indexer.requests.at(-1)?.params).toMatchObject({ limit: 25 })
  })

  test('is refused where the question is wrong, before the indexer is asked', async () => {
    for (const path of [
      'getNothing/received',
      'getCompressedAccountsByOwner/received?owner=abc',
      `getCompressedAccountsByOwner/received?owner=${OWNER}&cursor=abc`,
      `getCompressedAccountsByOwner/received?owner=${OWNER}&raw=1`,
      'getIndexerSlot/received?cluster=nowhere',
    ]) {
      const response = await explorer.get(path)
      expect([400, 404]).toContain(response.status)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
    }
    expect(explorer.indexer.requests).toEqual([])
  })

  test('that is no right answer is not passed on', async () => {
    explorer.indexer.fail(FAULTS.unauthorised)
    expect(await explorer.get('getIndexerSlot/received')).toMatchObject({ status: 502 })
  })

  test('that holds a part of the indexer’s address is not passed on', async () => {
    const host = new URL(explorer.indexer.url).host
    explorer.indexer.data.latest = [{ ...(makeSignatures(1)[0] ?? never()), signature: `see ${host}` }]
    const response = await explorer.get('getLatestCompressionSignatures/received')
    expect(response.status).toBe(502)
    expect(response.text).not.toContain(host)
  })
})

function never(): never {
  throw new Error('fixture')
}
