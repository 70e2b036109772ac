import { describe, expect, test } from 'vitest'
import type { AnswerMeta } from '@/lib/api/answer'
import { limits } from '@/lib/rpc-client/limits'
import type { ClientResponse } from '@/lib/testing/api/client'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { ACCOUNTS, expectProblem, expectRecovery, fill, SIGNATURES } from '@/lib/testing/api/fault-row'
import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { hashOf } from '@/lib/testing/stand-in/fixtures'
import { timeout } from '@/lib/testing/stand-in/toxics'

const explorer = explorerPerTest()
const FAR = `${ACCOUNTS}&cluster=far`

/** A list is fresh for 3 s and served for 30 s more while a newer one is fetched. facts/reliability.md (b). */
const PAST_REVALIDATION_MS = 40_000

async function answerThatAges(path: string): Promise<ClientResponse> {
  fill(explorer)
  const first = await explorer.get(path)
  expect(first.status).toBe(200)
  explorer.clock.skip(PAST_REVALIDATION_MS)
  return first
}

function metaOf({ body }: ClientResponse): Partial<AnswerMeta> {
  return body?.meta ?? {}
}

function expectStale(response: ClientResponse, first: ClientResponse, reason: string): void {
  expect(response.status).toBe(200)
  expect(response.body?.result).toEqual(first.body?.result)
  const { slot, fetchedAt } = metaOf(first)
  expect(metaOf(response)).toMatchObject({ state: 'stale', reason, slot, fetchedAt })
}

test('F05 429 while an older answer is at hand: that one, with why and until when, and no call meanwhile', async () => {
  const first = await answerThatAges(ACCOUNTS)
  explorer.indexer.fail(FAULTS.rateLimited('20'))
  const response = await explorer.get(ACCOUNTS)
  expectStale(response, first, 'upstream_rate_limited')
  const { retryAfterMs } = metaOf(response)
  expect(retryAfterMs).toBe(20_000)
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1')
  expect(response.headers.get('age')).toBe(String(PAST_REVALIDATION_MS / 1_000))
  expect(response.headers.get('cache-status')).toMatch(/^leafscan; hit; ttl=-\d+; detail=upstream_rate_limited$/)
  const { callCount } = explorer.indexer
  for (let i = 0; i < 20; i++) expectStale(await explorer.get(ACCOUNTS), first, 'upstream_rate_limited')
  expect(explorer.indexer.callCount).toBe(callCount)
  await expectRecovery(explorer)
})

const MANY: Fault = { kind: 'result', result: { context: { slot: 1 }, value: { items: [{ owner: 1 }] } } }

test.each<[string, Fault, string]>([
  ['500', FAULTS.serverError, 'upstream_error'],
  ['HTML', FAULTS.html, 'upstream_error'],
  ['an internal error', FAULTS.internal, 'upstream_error'],
  ['a refused key', FAULTS.unauthorised, 'upstream_auth'],
  ['an empty body', FAULTS.empty, 'bad_upstream_response'],
  ['an answer that breaks off', FAULTS.cut, 'bad_upstream_response'],
  ['a wrong shape', MANY, 'schema_mismatch'],
  ['a redirect', { kind: 'reply', status: 302, headers: { location: '/' } }, 'upstream_redirect'],
  ['a reset', FAULTS.reset, 'upstream_unreachable'],
  ['a body without end', { kind: 'endless' }, 'too_large'],
])(
  'with an older answer at hand, %s: that one, stale with its reason, and fresh again afterwards',
  async (_, fault, reason) => {
    const first = await answerThatAges(SIGNATURES)
    explorer.indexer.fail(fault)
    expectStale(await explorer.get(SIGNATURES), first, reason)
    await expectRecovery(explorer, SIGNATURES)
  },
)

test('F19 a hang while an older answer is at hand: that one after a moment, and at once from then on', async () => {
  const first = await answerThatAges(FAR)
  explorer.link.downstream = [timeout(0)]
  explorer.link.drop()
  const pending = explorer.get(FAR)
  await explorer.received(2)
  await explorer.clock.pass(limits().patienceMs)
  expectStale(await pending, first, 'upstream_timeout')
  expectStale(await explorer.get(FAR), first, 'upstream_timeout')
  explorer.link.downstream = []
  await expectRecovery(explorer, FAR)
})

test('F22 refused while an older answer is at hand: that one', async () => {
  const first = await answerThatAges(FAR)
  await explorer.link.down()
  expectStale(await explorer.get(FAR), first, 'upstream_unreachable')
  await explorer.link.up()
  await expectRecovery(explorer, FAR)
})

describe('no older answer hides what the indexer says', () => {
  test.each<[string, string, number, string]>([
    ['F09 refused parameters', 'Validation Error: no', 400, 'invalid_params'],
    ['F10 an unknown record', 'Record Not Found: Account not found', 404, 'not_found'],
  ])('%s', async (_, message, status, code) => {
    await answerThatAges(SIGNATURES)
    explorer.indexer.fail({ kind: 'error', code: -32000, message })
    const response = await explorer.get(SIGNATURES)
    expect({ status: response.status, code: response.body?.code }).toEqual({ status, code })
  })
})

describe('slots', () => {
  test('F41 a slot 10 lower is hidden, one 1,000 lower is taken and said in the log', async () => {
    const { data } = explorer.indexer
    const top = data.slot
    expect((await explorer.get('getIndexerSlot')).body?.result).toBe(top)
    explorer.clock.skip(2_000)
    data.slot = top - 10
    await explorer.get('getIndexerSlot')
    await explorer.landed()
    expect(explorer.indexer.callCount).toBe(2)
    expect((await explorer.get('getIndexerSlot')).body?.result).toBe(top)
    expect(explorer.log.join('')).not.toContain('chain view was reset')
    data.slot = top - 1_000
    explorer.clock.skip(10_000)
    expect((await explorer.get('getIndexerSlot')).body?.result).toBe(top - 1_000)
    expect(explorer.log.join('')).toContain('chain view was reset')
  })

  test('F43 an indexer that came back empty: its health fails, lists stay as they were and say so', async () => {
    const first = await answerThatAges(ACCOUNTS)
    explorer.indexer.fail(FAULTS.internal)
    expectStale(await explorer.get(ACCOUNTS), first, 'upstream_error')
    const health = await explorer.get('health')
    expect(health.body).toMatchObject({ status: 'fail', verdict: 'unreachable' })
    expect((await explorer.get('health?strict=1')).status).toBe(503)
    const unseen = await explorer.get(`getCompressionSignaturesForAccount?hash=${hashOf('unseen')}`)
    expectProblem(unseen, { status: 502, code: 'upstream_error' })
  })
})
