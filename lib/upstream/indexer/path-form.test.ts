import http from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RpcError } from '@/lib/protocol/rpc/failure'
import { portOfTest } from '@/lib/testing/of-test'
import { onlyIndexer } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import { limits } from '../../rpc-client/limits'
import { Urgency } from '../../rpc-client/urgency'
import { createNetwork, endpointOf, type Network } from '../networks/networks'
import { callForProbe, callIndexer } from './call'

type Served = 'serves' | 'hangs' | { status?: number; headers?: Record<string, string>; body?: string }

const HTML = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Hello' }
const rpcError = (code: number) => ({
  body: JSON.stringify({ jsonrpc: '2.0', id: 'test-account', error: { code, message: 'no' } }),
})
const RESULTS: Record<string, unknown> = { getIndexerSlot: 123, getIndexerHealth: 'ok' }

const clock = virtualTime()
let port: number
let served: { method: Served; base: Served }
let seen: string[]
let lines: string[]
let network: Network

beforeEach(async () => {
  seen = []
  lines = []
  served = { method: 'serves', base: 'serves' }
  vi.stubEnv('INDEXER_URL', 'http://127.0.0.1:9')
  for (const stream of [process.stderr, process.stdout]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  }
  vi.spyOn(console, 'log').mockImplementation((text) => void lines.push(String(text)))
  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { method } = JSON.parse(body)
    const form =
      request.url === `/SECRET/${method}?key=SECRET`
        ? 'method'
        : request.url === '/SECRET?key=SECRET'
          ? 'base'
          : 'other'
    seen.push(`${form} ${method}`)
    const how = form === 'other' ? { status: 599 } : served[form]
    if (how === 'hangs') return
    if (how === 'serves') response.end(JSON.stringify({ jsonrpc: '2.0', id: 'test-account', result: RESULTS[method] }))
    else response.writeHead(how.status ?? 200, how.headers).end(how.body ?? '')
  })
  port = await portOfTest(server)
  start()
})

afterEach(() => {
  for (const line of lines) expect(line).not.toContain('SECRET')
  vi.unstubAllEnvs()
})

function start(): void {
  network = createNetwork(
    { name: 'near', url: `http://127.0.0.1:${port}/SECRET?key=SECRET`, path: null, embedded: false },
    true,
  )
  Object.assign(limits(), { retryPauseMs: 0 })
}

const deadline = () => clock.monotonic() + limits().totalMs
const check = () => callForProbe(onlyIndexer(network), 'getIndexerSlot', {}, deadline()).then(({ result }) => result)
const read = () =>
  callIndexer(onlyIndexer(network), 'getIndexerHealth', {}, deadline(), new Urgency('interactive')).then(
    ({ result }) => result,
  )
const form = () => endpointOf(onlyIndexer(network)).form
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof RpcError ? error.failure : error),
  )

describe('a host whose form is not set', () => {
  test('and that takes both costs no call more than one whose form is', async () => {
    expect(await check()).toBe(123)
    expect(await read()).toBe('ok')
    expect(seen).toEqual(['method getIndexerSlot', 'method getIndexerHealth'])
    expect(form()).toBe('method')
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['form of an indexer found'])
  })

  test.each<[string, Served]>([
    ['404', { status: 404 }],
    ['405', { status: 405, body: 'Method Not Allowed' }],
    ['403', { status: 403, body: '{"message":"Missing Authentication Token"}' }],
    ['a page', HTML],
    ['a page with 404', { ...HTML, status: 404 }],
    ['-32601', rpcError(-32601)],
    ['a redirect', { status: 308, headers: { location: '/elsewhere' } }],
    ['no integer', { body: JSON.stringify({ jsonrpc: '2.0', id: 'test-account', result: 'ok' }) }],
  ])('and that answers %s to names in the path is asked at its base URL, and that is said once', async (_, method) => {
    served = { method, base: 'serves' }
    expect(await check()).toBe(123)
    expect(await check()).toBe(123)
    expect(await read()).toBe('ok')
    expect(seen).toEqual([
      'method getIndexerSlot',
      'base getIndexerSlot',
      'base getIndexerSlot',
      'base getIndexerHealth',
    ])
    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', upstream: 'near', found: 'base' })
    expect(lines[1]).toContain('near takes operations at its base URL')
  })

  test('is found out by the first read where no check came before it', async () => {
    served = { method: { status: 404 }, base: 'serves' }
    expect(await read()).toBe('ok')
    expect(await check()).toBe(123)
    expect(seen).toEqual(['method getIndexerHealth', 'base getIndexerHealth', 'base getIndexerSlot'])
  })

  test.each<[string, Served]>([
    ['429', { status: 429, headers: { 'retry-after': '2' } }],
    ['500', { status: 500 }],
    ['a page with 502', { ...HTML, status: 502 }],
    ['-32000', rpcError(-32000)],
  ])('decides nothing while it answers %s, and is asked again', async (_, passing) => {
    served = { method: passing, base: passing }
    expect(await failure(check())).toMatchObject({ kind: expect.stringMatching(/http|rpc/) })
    expect([seen, form()]).toEqual([['method getIndexerSlot'], null])
    await clock.pass(5_000)
    served = { method: { status: 404 }, base: passing }
    await failure(check())
    expect(form()).toBeNull()
    await clock.pass(60_000)
    served = { method: { status: 404 }, base: 'serves' }
    expect(await check()).toBe(123)
    expect(form()).toBe('base')
  })

  test('a 429 met on the way closes the gate: nothing more is asked', async () => {
    served = { method: { status: 429, headers: { 'retry-after': '7' } }, base: 'serves' }
    expect(await failure(read())).toMatchObject({ kind: 'http', status: 429, retryAfterMs: 7_000 })
    expect(await failure(read())).toMatchObject({ kind: 'http', status: 429 })
    expect(seen).toEqual(['method getIndexerHealth'])
  })

  test('that takes neither says what the interface’s form says', async () => {
    served = { method: { status: 404 }, base: HTML }
    expect(await failure(check())).toMatchObject({ kind: 'http', status: 404 })
    expect(form()).toBeNull()
  })
})

describe('a form that was found', () => {
  test('is checked again when it is not served any more, by the next check, and stays while that finds nothing', async () => {
    await check()
    served = { method: { status: 404 }, base: { status: 503 } }
    expect(await failure(check())).toMatchObject({ status: 503 })
    expect(form()).toBe('method')
    served = { method: { status: 401 }, base: 'serves' }
    expect(await failure(check())).toMatchObject({ status: 401 })
    served = { method: { status: 404 }, base: 'serves' }
    expect(await check()).toBe(123)
    expect(form()).toBe('base')
    expect(lines.filter((line) => line.includes('"found"'))).toHaveLength(2)
  })
})
