import type { methods } from '@/lib/rpc/methods'
import { TOKEN_PROGRAM } from '@/lib/urls/links'
import { examplePath } from './examples'
import { expect, test } from './test'

/** Right params for each operation, and wrong ones where there are any. Interface part 4. */
const PARAMS: Record<keyof typeof methods, { right?: object; wrong?: object }> = {
  getIndexerHealth: {},
  getIndexerSlot: {},
  getCompressedAccountsByOwner: { right: { owner: TOKEN_PROGRAM, limit: 2 }, wrong: { owner: 'abc' } },
  getCompressedTokenAccountsByDelegate: {
    right: { delegate: TOKEN_PROGRAM },
    wrong: { delegate: TOKEN_PROGRAM, who: 1 },
  },
  getCompressionSignaturesForAccount: { right: { hash: examplePath('live').split('/').pop() }, wrong: {} },
  getLatestCompressionSignatures: { right: {}, wrong: { limit: 1001 } },
}

for (const [method, { right, wrong }] of Object.entries(PARAMS)) {
  test(`the embedded indexer answers ${method} on its own path and on /`, async ({ request, leafscan }) => {
    for (const path of [`/${method}`, '/']) {
      const response = await request.post(leafscan.indexerUrl + path, {
        data: { id: 'test-account', jsonrpc: '2.0', method, ...(right && { params: right }) },
      })
      expect(response.status()).toBe(200)
      const body = await response.json()
      expect(body).toMatchObject({ id: 'test-account', jsonrpc: '2.0' })
      expect(body.error).toBeUndefined()
      expect(body.result).toBeDefined()
    }
    if (!wrong) return
    const response = await request.post(`${leafscan.indexerUrl}/${method}`, {
      data: { id: 7, jsonrpc: '2.0', method, params: wrong },
    })
    expect(response.status()).toBe(200)
    expect(await response.json()).toMatchObject({ id: 7, error: { code: -32602 } })
  })
}

test('an unknown operation is refused by its name, with the id echoed', async ({ request, leafscan }) => {
  const response = await request.post(leafscan.indexerUrl, {
    data: { id: 'a', jsonrpc: '2.0', method: 'getEverything' },
  })
  expect(await response.json()).toMatchObject({ id: 'a', error: { code: -32601, message: 'Method not found' } })
})
