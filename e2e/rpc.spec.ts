import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import type { methods } from '@/lib/protocol/rpc/methods'
import { examplePath } from './examples'
import { expect, test } from './test'

/** Interface part 4. */
const PARAMS: Record<keyof typeof methods, object | undefined> = {
  getIndexerHealth: undefined,
  getIndexerSlot: undefined,
  getCompressedAccountsByOwner: { owner: TOKEN_PROGRAM, limit: 2 },
  getCompressedTokenAccountsByDelegate: { delegate: TOKEN_PROGRAM },
  getCompressionSignaturesForAccount: { hash: examplePath('live').split('/').pop() },
  getLatestCompressionSignatures: {},
}

test('the embedded indexer of npm start answers every operation, on its own path and on /', async ({
  request,
  leafscan,
}) => {
  for (const [method, params] of Object.entries(PARAMS)) {
    for (const path of [`/${method}`, '/']) {
      const response = await request.post(leafscan.indexerUrl + path, {
        data: { id: 'test-account', jsonrpc: '2.0', method, ...(params && { params }) },
      })
      expect(response.status(), method + path).toBe(200)
      const body = await response.json()
      expect(body, method + path).toMatchObject({ id: 'test-account', jsonrpc: '2.0' })
      expect(body.error).toBeUndefined()
      expect(body.result, method + path).toBeDefined()
    }
  }
})
