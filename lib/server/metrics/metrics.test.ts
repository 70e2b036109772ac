import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AskInit, Client } from '@/lib/testing/api/client'
import { type ApiServer, ROUTE_HANDLERS, serveApi } from '@/lib/testing/api/server'
import { indexerOfTest } from '@/lib/testing/of-test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import { until } from '@/lib/testing/until'
import { virtualTime } from '@/lib/testing/virtual-time'
import { VERDICTS } from '../../api/verdicts'
import { methods } from '../../protocol/rpc/methods'
import { limits } from '../../rpc-client/limits'
import { requestCounts } from '../listener/request-counts'
import { metrics } from './metrics'

/** facts/reliability.md (f). */
const MAX_SERIES = 2_000

const OWNER = addressOf('owner')
const clock = virtualTime()
let indexer: StandIn
let explorer: ApiServer
let client: Client

beforeEach(async () => {
  indexer = await indexerOfTest({ accounts: makeAccounts(OWNER, 120) })
  vi.stubEnv('INDEXER_URL', `near=${indexer.url},far=${indexer.url}/?api-key=CANARY`)
  vi.stubEnv('PROBE_SECONDS', '3600')
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  limits().retryPauseMs = 0
  explorer = await serveApi((request, response) => {
    if (request.url?.startsWith('/api/')) return ROUTE_HANDLERS(request, response)
    if (request.url?.startsWith('/search')) return
    response.statusCode = request.url?.startsWith('/help') ? 500 : 200
    response.write('page ')
    response.end('text')
  })
  client = new Client()
})

afterEach(async () => {
  client.close()
  await explorer.close()
  vi.unstubAllEnvs()
})

const ask = async (path: string, init?: AskInit) => (await client.ask(explorer.port, path, init)).text

async function scrape(): Promise<Map<string, number>> {
  const text = await metrics().text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

const LIST = `/api/v1/getCompressedAccountsByOwner?owner=${OWNER}&limit=50`
const BY_OWNER = 'op="getCompressedAccountsByOwner"'
const ROUTE = 'route="/api/v1/getCompressedAccountsByOwner"'

describe('what readers were answered', () => {
  test('is counted by route, never by path', async () => {
    await ask(LIST)
    const sent = await ask(LIST)
    await ask('/owner/abc')
    await ask('/help')
    await ask('/nowhere/at-all')
    await ask('/api/v1/getEverything')
    await ask('/latest', { method: 'POST' })
    const scraped = await scrape()
    expect(scraped.get(`leafscan_http_requests_total{${ROUTE},method="GET",code="200"}`)).toBe(2)
    expect(scraped.get('leafscan_http_requests_total{route="/owner/[owner]",method="GET",code="200"}')).toBe(1)
    expect(scraped.get('leafscan_http_requests_total{route="/help",method="GET",code="500"}')).toBe(1)
    expect(scraped.get('leafscan_http_requests_total{route="other",method="GET",code="200"}')).toBe(1)
    expect(scraped.get('leafscan_http_requests_total{route="other",method="GET",code="404"}')).toBe(1)
    expect(scraped.get('leafscan_http_requests_total{route="/latest",method="other",code="405"}')).toBe(1)
    expect(scraped.get(`leafscan_http_request_duration_seconds_count{${ROUTE},cache="miss"}`)).toBe(1)
    expect(scraped.get(`leafscan_http_request_duration_seconds_count{${ROUTE},cache="hit"}`)).toBe(1)
    expect(scraped.get('leafscan_http_response_size_bytes_sum{route="/owner/[owner]"}')).toBeGreaterThan(
      'page text'.length,
    )
    expect(scraped.get(`leafscan_http_response_size_bytes_sum{${ROUTE}}`)).toBeGreaterThan(sent.length / 20)
    expect(scraped.get('leafscan_http_in_flight_requests')).toBe(0)
  })

  test('a reader who leaves counts as 499, and is no longer in flight', async () => {
    const left = new AbortController()
    const pending = ask('/search?q=1', { signal: left.signal }).catch(() => 'left')
    await until(() => requestCounts().inFlight === 1)
    expect((await scrape()).get('leafscan_http_in_flight_requests')).toBe(1)
    left.abort()
    await pending
    await until(() => requestCounts().inFlight === 0)
    const scraped = await scrape()
    expect(scraped.get('leafscan_http_requests_total{route="/search",method="GET",code="499"}')).toBe(1)
    expect(scraped.get('leafscan_http_in_flight_requests')).toBe(0)
  })

  test('refused parameters are counted by names that exist', async () => {
    await ask(`${LIST}&limit=0`)
    await ask('/api/v1/getIndexerSlot?mischief=1')
    const scraped = await scrape()
    const name = 'leafscan_validation_failures_total'
    expect(scraped.get(`${name}{route="/api/v1/getCompressedAccountsByOwner",param="limit"}`)).toBe(1)
    expect(scraped.get(`${name}{route="/api/v1/getIndexerSlot",param="other"}`)).toBe(1)
  })
})

describe('what happens towards an indexer', () => {
  test('calls by outcome, their time and size, retries, and how readers were served', async () => {
    indexer.script('getCompressedAccountsByOwner', FAULTS.serverError)
    await ask(LIST)
    await ask(LIST)
    const scraped = await scrape()
    const near = `upstream="near",${BY_OWNER}`
    expect(scraped.get(`leafscan_upstream_requests_total{${near},outcome="ok"}`)).toBe(1)
    expect(scraped.get(`leafscan_upstream_requests_total{${near},outcome="http_5xx"}`)).toBe(1)
    expect(scraped.get(`leafscan_upstream_requests_total{${near},outcome="http_429"}`)).toBe(0)
    expect(scraped.get(`leafscan_upstream_retries_total{${near},reason="http_5xx"}`)).toBe(1)
    expect(scraped.get(`leafscan_upstream_request_duration_seconds_count{${near}}`)).toBe(2)
    expect(scraped.get(`leafscan_upstream_response_size_bytes_count{${BY_OWNER}}`)).toBe(1)
    expect(scraped.get('leafscan_upstream_queue_wait_seconds_count{upstream="near"}')).toBe(2)
    expect(scraped.get(`leafscan_cache_requests_total{${BY_OWNER},result="miss"}`)).toBe(1)
    expect(scraped.get(`leafscan_cache_requests_total{${BY_OWNER},result="hit"}`)).toBe(1)
    expect(scraped.get(`leafscan_cache_served_age_seconds_count{${BY_OWNER}}`)).toBe(1)
    expect(scraped.get('leafscan_upstream_breaker_state{upstream="near",state="closed"}')).toBe(1)
    expect(scraped.get('leafscan_cache_entries')).toBeGreaterThan(0)
  })

  test('answers of another question, from below a slot that was seen, of a list that goes in circles', async () => {
    const strangers = {
      context: { slot: indexer.data.slot },
      value: { items: makeAccounts(addressOf('another'), 3), cursor: null },
    }
    indexer.script('getCompressedAccountsByOwner', { kind: 'result', result: strangers })
    await ask(LIST)
    await ask('/api/v1/getIndexerSlot')
    indexer.script('getCompressedAccountsByOwner', {
      kind: 'edit',
      edit: (answer) => answer.replace(/"slot":\d+/, '"slot":7'),
    })
    await ask(`${LIST}&cluster=near`)
    const circle = {
      context: { slot: indexer.data.slot },
      value: { items: makeAccounts(OWNER, 3), cursor: hashOf('again') },
    }
    indexer.fail({ kind: 'result', result: circle })
    await ask(`${LIST}&cluster=far`)
    const scraped = await scrape()
    expect(scraped.get(`leafscan_upstream_requests_total{upstream="near",${BY_OWNER},outcome="integrity"}`)).toBe(1)
    expect(scraped.get('leafscan_indexer_slot_regressions_total{upstream="near"}')).toBe(1)
    expect(scraped.get('leafscan_indexer_slot_regressions_total{upstream="far"}')).toBe(0)
    expect(scraped.get(`leafscan_listing_incomplete_total{${BY_OWNER},reason="cursor_loop"}`)).toBe(1)
  })

  test('a refused connection and a 429 have names of their own', async () => {
    indexer.script('getCompressedAccountsByOwner', FAULTS.rateLimited('5'))
    await ask(LIST)
    await ask(LIST)
    const scraped = await scrape()
    const calls = (outcome: string) =>
      scraped.get(`leafscan_upstream_requests_total{upstream="near",${BY_OWNER},outcome="${outcome}"}`)
    expect(calls('http_429')).toBe(1)
    expect(calls('gated')).toBeGreaterThan(0)
    expect(scraped.get('leafscan_upstream_gate_remaining_seconds{upstream="near"}')).toBeGreaterThan(0)
    await indexer.stop()
    await ask(`${LIST}&cluster=far`)
    const after = await scrape()
    expect(after.get(`leafscan_upstream_requests_total{upstream="far",${BY_OWNER},outcome="refused"}`)).toBeGreaterThan(
      0,
    )
  })
})

test('the indexer itself: slot, whether it answers, and one verdict of all', async () => {
  await ask('/api/v1/status')
  const scraped = await scrape()
  expect(scraped.get('leafscan_indexer_slot{upstream="near"}')).toBe(indexer.data.slot)
  expect(scraped.get('leafscan_indexer_up{upstream="near"}')).toBe(1)
  const seen = scraped.get('leafscan_indexer_slot_timestamp_seconds{upstream="near"}') ?? 0
  expect(seen).toBe(clock.wall() / 1_000)
  const verdicts = [...scraped].filter(([series]) => series.startsWith('leafscan_indexer_verdict{upstream="near"'))
  expect(verdicts).toHaveLength(VERDICTS.length)
  expect(verdicts.filter(([, value]) => value === 1).map(([series]) => series)).toEqual([
    'leafscan_indexer_verdict{upstream="near",verdict="ok"}',
  ])
})

test('what is wrong with what readers ask, by kind and operation', async () => {
  indexer.fail({ kind: 'error', code: -32_000, message: 'Internal server error' }, { methods: ['getIndexerHealth'] })
  await ask('/api/v1/status')
  const prefix = 'leafscan_indexer_degraded{upstream="near"'
  const series = [...(await scrape())].filter(([name]) => name.startsWith(prefix))
  expect(series).toHaveLength(4 * Object.keys(methods).length + 4)
  expect(series.filter(([, value]) => value === 1)).toEqual([[`${prefix},kind="health",op=""}`, 1]])
})

test('what rules on availability need: strict health, what is left of the budget, and the objective', async () => {
  await ask('/api/v1/status')
  const scraped = await scrape()
  expect(scraped.get('leafscan_indexer_available{upstream="near"}')).toBe(1)
  expect(scraped.get('leafscan_indexer_error_budget_remaining_ratio{upstream="near"}')).toBe(1)
  expect(scraped.get('leafscan_objective_ratio')).toBe(0.995)
})

test('a scrape waits for no indexer', async () => {
  indexer.fail(FAULTS.hang)
  const scraped = await scrape()
  expect(scraped.get('leafscan_indexer_verdict{upstream="near",verdict="unknown"}')).toBe(1)
})

test('whatever is asked, there are at most 2,000 series, and none of them holds what was asked', async () => {
  const word = fc.oneof(
    fc.constantFrom('owner', 'account', 'api', 'v1', 'status', 'help', '_next', 'static', 'export', '..', '', 'CANARY'),
    fc.constantFrom(...Object.keys(methods)),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constant(OWNER),
  )
  const target = fc.tuple(fc.array(word, { maxLength: 5 }), fc.array(fc.tuple(word, word), { maxLength: 3 }))
  const method = fc.constantFrom('GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND')
  await fc.assert(
    fc.asyncProperty(target, method, async ([parts, query], given) => {
      const path = parts.map(encodeURIComponent).join('/')
      if (/^search/.test(path)) return
      await ask(`/${path}?${new URLSearchParams(query)}`, { method: given })
    }),
    { numRuns: 1_000 },
  )
  for (const name of Object.keys(methods)) {
    for (const more of ['', '?cluster=far', '?cluster=nowhere', `?owner=${OWNER}`, '?x=1'])
      await ask(`/api/v1/${name}${more}`)
  }
  const text = await metrics().text()
  expect(text).not.toContain('CANARY')
  expect(text).not.toContain(OWNER)
  const series = await scrape()
  expect(series.size).toBeGreaterThan(200)
  expect(series.size).toBeLessThan(MAX_SERIES)
})
