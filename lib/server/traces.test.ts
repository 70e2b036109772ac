import http from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readEnvironment } from '@/lib/platform/environment'
import type { TraceSetting } from '@/lib/platform/trace-setting'
import { logRequests } from '@/lib/server/listener/request-log'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { nodeOfTest, portOfTest } from '@/lib/testing/of-test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { until } from '@/lib/testing/until'
import { endTracing, startSpan, traceCounts } from '../platform/trace/trace'
import { exportTraces } from './trace/export-traces'

interface WireSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number; message?: string }
}

const explorer = explorerPerTest()
const OWNER = addressOf('owner')
const LIST = `getCompressedAccountsByOwner?owner=${OWNER}&limit=25`
const CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

let port: number
let exports: { headers: http.IncomingHttpHeaders; path: string; text: string }[]

beforeEach(async () => {
  exports = []
  const collector = http.createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    exports.push({ headers: request.headers, path: request.url ?? '', text })
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  })
  port = await portOfTest(collector)
  Object.assign(explorer.indexer.data, { accounts: makeAccounts(OWNER, 30) })
})

afterEach(() => endTracing(0))

function settingFrom(variables: Record<string, string> = {}): TraceSetting {
  const endpoint = `http://me:pass@127.0.0.1:${port}/otlp?key=K3Y`
  const { traces } = readEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...variables }, '/')
  if (!traces) throw new Error('traces are off')
  return traces
}

async function collected(): Promise<WireSpan[]> {
  await endTracing(10_000)
  return exports.flatMap(({ text }) =>
    JSON.parse(text).resourceSpans.flatMap((resource: { scopeSpans: { spans: WireSpan[] }[] }) =>
      resource.scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
}

const attribute = ({ attributes }: WireSpan, name: string) =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0]

describe('a read', () => {
  test('is a trace of its request, what the gateway did, and each request to the indexer, as OTLP has it in JSON', async () => {
    exportTraces(settingFrom({ OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=S%20CRET', OTEL_SERVICE_NAME: 'mine' }))
    await explorer.get(LIST, { headers: { 'x-request-id': 'abcdefgh-1' } })
    await explorer.get(LIST)
    await until(() => traceCounts()?.waiting === 4)
    const spans = await collected()
    expect(exports).toHaveLength(1)
    expect(exports[0]).toMatchObject({
      path: '/otlp/v1/traces?key=K3Y',
      headers: {
        'content-type': 'application/json',
        'x-api-key': 'S CRET',
        authorization: `Basic ${Buffer.from('me:pass').toString('base64')}`,
      },
    })
    const { resourceSpans } = JSON.parse(exports[0]?.text ?? '')
    expect(resourceSpans[0].resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'mine' } })
    expect(resourceSpans[0].scopeSpans[0].scope).toMatchObject({ name: 'leafscan', version: expect.any(String) })
    for (const span of spans) {
      expect(span.traceId).toMatch(/^[0-9a-f]{32}$/)
      expect(span.spanId).toMatch(/^[0-9a-f]{16}$/)
      expect(span.startTimeUnixNano).toMatch(/^\d{19}$/)
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
    }
    const attempt = spans.find(({ kind }) => kind === 3)
    const [request, gateway] = [2, 1].map((kind) =>
      spans.find((span) => span.kind === kind && span.traceId === attempt?.traceId),
    )
    expect(request).toMatchObject({ name: 'GET /api/v1/getCompressedAccountsByOwner', kind: 2, status: {} })
    expect(request).not.toHaveProperty('parentSpanId')
    expect(gateway).toMatchObject({
      name: 'gateway getCompressedAccountsByOwner',
      kind: 1,
      parentSpanId: request?.spanId,
    })
    expect(attempt).toMatchObject({
      name: 'indexer getCompressedAccountsByOwner',
      kind: 3,
      parentSpanId: gateway?.spanId,
    })
    const saying = (span: WireSpan | undefined, names: string[]) => names.map((name) => span && attribute(span, name))
    expect(
      saying(request, ['http.route', 'http.response.status_code', 'leafscan.cache', 'leafscan.request_id']),
    ).toEqual(['/api/v1/getCompressedAccountsByOwner', '200', 'miss', 'abcdefgh-1'])
    expect(saying(gateway, ['leafscan.network', 'leafscan.cache', 'leafscan.state'])).toEqual(['near', 'miss', 'fresh'])
    expect(saying(attempt, ['rpc.method', 'leafscan.outcome', 'leafscan.retry'])).toEqual([
      'getCompressedAccountsByOwner',
      'ok',
      false,
    ])
    expect(Number(saying(attempt, ['http.response.body.size'])[0])).toBeGreaterThan(1_000)
    const again = spans.filter(({ traceId }) => traceId !== request?.traceId)
    expect(again.map((span) => [span.name, attribute(span, 'leafscan.cache')])).toContainEqual([
      'GET /api/v1/getCompressedAccountsByOwner',
      'hit',
    ])
    for (const { text } of exports) expect(text).not.toMatch(new RegExp(`${OWNER}|127\\.0\\.0\\.1|K3Y|SCRET|pass`))
  })

  test('continues the trace of its caller, and is not recorded where the caller does not want that', async () => {
    exportTraces(settingFrom())
    await explorer.get(LIST, { headers: { traceparent: CALLER.replace(/1$/, '0') } })
    await explorer.get(LIST, { headers: { traceparent: CALLER } })
    await explorer.get('getIndexerSlot', { headers: { traceparent: `${CALLER}-what` } })
    await until(() => (traceCounts()?.waiting ?? 0) >= 2)
    const spans = await collected()
    const continued = spans.filter(({ traceId }) => traceId === '0af7651916cd43dd8448eb211c80319c')
    expect(continued.map(({ parentSpanId }) => parentSpanId)).toContain('b7ad6b7169203331')
    expect(spans.map(({ name }) => name)).not.toContain('indexer getCompressedAccountsByOwner')
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(2)
  })

  test('that fails says so in each of its spans, and its lines of the log bear its trace', async () => {
    exportTraces(settingFrom())
    logRequests()
    explorer.indexer.fail(FAULTS.serverError)
    const { status } = await explorer.clock.during(explorer.get(LIST))
    await until(() => explorer.log.join('').includes('request failed'))
    const spans = await collected()
    const request = spans.find(({ kind }) => kind === 2) as WireSpan
    expect(request.status).toEqual({ code: 2, message: `http_${status}` })
    expect(spans.filter(({ kind }) => kind === 3).map((span) => attribute(span, 'leafscan.retry'))).toEqual([
      false,
      true,
    ])
    for (const { kind, status: ended } of spans) if (kind === 3) expect(ended).toEqual({ code: 2, message: 'http_5xx' })
    const lines = explorer.log
      .join('')
      .split('\n')
      .filter((line) => /request failed|upstream failure/.test(line))
    expect(lines.length).toBeGreaterThanOrEqual(2)
    for (const line of lines) expect(JSON.parse(line).trace_id).toBe(request.traceId)
  })

  test('shows what a chain node is asked, by its place', async () => {
    const node = await nodeOfTest()
    vi.stubEnv('CHAIN_URL', `near=${node.url}`)
    await explorer.restart()
    exportTraces(settingFrom())
    await explorer.clock.during(explorer.get(`transaction?signature=${'5'.repeat(87)}`))
    const spans = (await collected()).filter(({ name }) => name.startsWith('chain node '))
    expect(spans.length).toBeGreaterThan(0)
    for (const span of spans) expect(attribute(span, 'leafscan.chain_node')).toBe('near chain')
  })
})

describe('an indexer', () => {
  const seen = () =>
    explorer.indexer.requests
      .filter(({ method }) => method === 'getCompressedAccountsByOwner')
      .map(({ headers }) => [headers.traceparent, headers.tracestate, headers.baggage])

  const headers = { traceparent: CALLER, tracestate: 'vendor=1', baggage: 'user=2' }

  test('learns nothing of traces', async () => {
    exportTraces(settingFrom())
    await explorer.get(LIST, { headers })
    expect(seen()).toEqual([[undefined, undefined, undefined]])
  })

  test('learns of our own span, and nothing else that a caller said, where the operator wants that', async () => {
    exportTraces(settingFrom({ OTEL_PROPAGATORS: 'tracecontext,baggage' }))
    await explorer.get(LIST, { headers })
    const attempt = (await collected()).find(({ kind }) => kind === 3)
    expect(seen()).toEqual([[`00-0af7651916cd43dd8448eb211c80319c-${attempt?.spanId}-01`, undefined, undefined]])
  })
})

test('without a collector nothing is made, named or sent', async () => {
  logRequests()
  await explorer.get(LIST, { headers: { traceparent: CALLER, 'x-request-id': 'abcdefgh-1' } })
  expect([startSpan('one'), traceCounts()]).toEqual([null, null])
  await until(() => explorer.log.join('').includes('"msg":"request"'))
  expect(explorer.log.join('')).not.toContain('trace_id')
  expect(exports).toEqual([])
})

test.each([
  [{ OTEL_TRACES_SAMPLER: 'always_off' }, 0],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, 1],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.6' }, 1],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.0001' }, 0],
])('with %j a caller who wants to be recorded has %i traces', async (variables, traces) => {
  exportTraces(settingFrom(variables))
  await explorer.get('getIndexerSlot', { headers: { traceparent: CALLER } })
  await explorer.get('/readyz')
  expect(
    new Set((await collected()).filter(({ kind }) => kind === 2).map(({ name }) => name)).has(
      'GET /api/v1/getIndexerSlot',
    ),
  ).toBe(traces === 1)
})
