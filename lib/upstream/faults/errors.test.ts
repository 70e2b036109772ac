import { expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { ACCOUNTS, expectFault, expectProblem, expectRecovery } from '@/lib/testing/api/fault-row'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { hashOf, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import { ALL_CANARIES } from '@/lib/testing/upstream/canary'

const explorer = explorerPerTest()

test('F06 500 then 200: an answer after two calls', async () => {
  explorer.indexer.script('getCompressedAccountsByOwner', FAULTS.serverError)
  const response = await explorer.get(ACCOUNTS)
  expect(response.status).toBe(200)
  expect(response.body?.meta).toMatchObject({ state: 'fresh' })
  expect(explorer.indexer.callCount).toBe(2)
  expect(explorer.outcomes()).toEqual({ http_5xx: 1, ok: 1 })
  expect(explorer.log.join('')).toContain('"outcome":"http_5xx","up_status":500')
})

test('F08 502 with a page of HTML: 502, and none of the HTML in answer or log', async () => {
  const response = await expectFault(explorer, FAULTS.html, {
    status: 502,
    code: 'upstream_error',
    calls: 2,
    outcome: 'http_5xx',
  })
  expect(response.text + explorer.log.join('')).not.toMatch(/html|nginx|Bad Gateway/)
})

test('F09 200 with error -32602: 400 after one call', async () => {
  explorer.indexer.fail({ kind: 'error', code: -32602, message: 'invalid value' })
  const response = await explorer.get(ACCOUNTS)
  expectProblem(response, { status: 400, code: 'invalid_params' })
  expect(response.body).toMatchObject({ retryable: false })
  expect(explorer.indexer.callCount).toBe(1)
  await expectRecovery(explorer)
})

test('F09 parameters that the indexer refuses are no sign of its failing: the twentieth is asked too', async () => {
  explorer.indexer.fail({ kind: 'error', code: -32602, message: 'invalid value' })
  for (let i = 0; i < 20; i++) await explorer.get(`getCompressionSignaturesForAccount?hash=${hashOf(`refused ${i}`)}`)
  expect(explorer.indexer.callCount).toBe(20)
  expect(explorer.outcomes()).toEqual({ rpc_invalid: 20 })
  explorer.indexer.fail(null)
  expect((await explorer.get('getIndexerSlot')).status).toBe(200)
})

test('F10 200 with Record Not Found: 404 after one call, kept for 5 s and no longer', async () => {
  const hash = hashOf('nobody')
  const path = `getCompressionSignaturesForAccount?hash=${hash}`
  for (const skipped of [0, 4_400]) {
    explorer.clock.skip(skipped)
    const response = await explorer.get(path)
    expect(response.status).toBe(404)
    expect(response.body).toMatchObject({ code: 'not_found', retryable: false })
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=5')
    expect(explorer.indexer.callCount).toBe(1)
  }
  explorer.indexer.data.signatures[hash] = makeSignatures(1)
  explorer.clock.skip(1_101)
  expect((await explorer.get(path)).status).toBe(200)
  expect(explorer.indexer.callCount).toBe(2)
})

test('F11 200 with "Node is behind 57 slots" on health: a warning with the lag, and lists are answered', async () => {
  explorer.indexer.script('getIndexerHealth', FAULTS.behind(57), FAULTS.behind(57))
  const health = await explorer.get('health')
  expect(health.status).toBe(200)
  expect(health.body).toMatchObject({ status: 'warn', verdict: 'behind', lag: 57 })
  expect((await explorer.get('health?strict=1')).status).toBe(503)
  const response = await explorer.get('getIndexerHealth')
  expectProblem(response, { status: 503, code: 'indexer_behind' })
  expect(response.body).toMatchObject({ lag: 57 })
  expect((await explorer.get(ACCOUNTS)).status).toBe(200)
})

test('F12 200 with an internal error: 502 after at most two calls', async () => {
  await expectFault(explorer, FAULTS.internal, {
    status: 502,
    code: 'upstream_error',
    calls: [1, 2],
    outcome: 'rpc_internal',
  })
})

test.each([401, 403])('a key that is refused (%i): 502, one call, and no word of why', async (status) => {
  explorer.indexer.fail({ kind: 'reply', status, body: `{"error":{"code":-32401,"message":"key ${ALL_CANARIES}"}}` })
  const response = await explorer.get(ACCOUNTS)
  expectProblem(response, { status: 502, code: 'upstream_auth' })
  expect(response.body).not.toHaveProperty('upstream')
  expect(explorer.outcomes()).toEqual({ auth: 1 })
  expect(explorer.indexer.callCount).toBe(1)
  await expectRecovery(explorer)
})
