import http from 'node:http'
import net from 'node:net'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseJson } from '@/lib/protocol/rpc/json'
import { indexed } from '@/lib/testing/indexer/indexed'
import {
  groupBatchAppend,
  groupV1,
  groupV2,
  key,
  PROGRAMS,
  tokenData,
  transactionOf,
} from '@/lib/testing/indexer/synthetic-chain'
import { MAX_BODY, type RpcService } from './json-rpc'
import { type RunningServer, startServer } from './server'

const b58 = base58.encode
const owner = b58(key('owner'))
const delegate = b58(key('delegate'))

let server: RunningServer
let service: RpcService
const counted: string[] = []

beforeAll(async () => {
  const big = Array.from({ length: 40 }, (_, i) => ({
    hash: key(`v1 ${i}`),
    owner: key('owner'),
    leafIndex: i,
    lamports: 9007199254740995n,
    data: { discriminator: 2n ** 64n - 1n, data: new Uint8Array(50), dataHash: key('d') },
  }))
  const tokens = Array.from({ length: 6 }, (_, i) => ({
    hash: key(`v2 ${i}`),
    owner: PROGRAMS.tokenBytes,
    leafIndex: i,
    data: tokenData({
      mint: key('mint'),
      owner: key('wallet'),
      amount: 123456789012345678n,
      delegate: key('delegate'),
    }),
  }))
  const { store } = await indexed([
    {
      slot: 7,
      blockTime: 1_700_000_000,
      transactions: [
        transactionOf('a', [groupV1({ outputs: big })]),
        transactionOf('b', [groupV2({ outputs: tokens })]),
        transactionOf('c', [groupBatchAppend(4n)]),
      ],
    },
  ])
  service = {
    store,
    chain: { tip: () => 7, maxLagSlots: 20 },
    count: (method, outcome) => counted.push(`${method} ${outcome}`),
  }
  server = await startServer(service, { host: '127.0.0.1', port: 0, metrics: () => 'metrics text\n' })
})
afterAll(() => server.close())

const url = (path = '/') => `http://127.0.0.1:${server.port}${path}`

async function send(path: string, init: RequestInit) {
  const response = await fetch(url(path), init)
  const text = await response.text()
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  return { status: response.status, type: response.headers.get('content-type'), headers: response.headers, text }
}

const post = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
  send('/', { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

async function answerTo(body: unknown): Promise<string> {
  const { status, text } = await post(typeof body === 'string' ? body : JSON.stringify(body))
  expect(status).toBe(200)
  return text
}

const request = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 'test-account', method, params })

async function errorOf(method: string, params?: unknown): Promise<string> {
  const answer = parseJson(await answerTo(request(method, params))) as { error: { code: number; message: string } }
  return `${answer.error.code} ${answer.error.message}`
}

const PARSE_ERROR = '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}'
const INVALID = '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid request"},"id":null}'
const SLOT = '{"jsonrpc":"2.0","result":7,"id":"test-account"}'

describe('HTTP', () => {
  it.each(['/', '/getIndexerSlot', '/anything?api-key=x'])('answers POST on %s: the body decides', async (path) => {
    const body = JSON.stringify(request('getIndexerSlot'))
    const answer = await send(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    expect(answer).toMatchObject({ status: 200, type: 'application/json; charset=utf-8', text: SLOT })
  })

  it.each(['text/plain', 'application/json; charset=latin1', 'application/json; a=b'])('refuses %s', async (type) => {
    expect(await post('{}', { 'content-type': type })).toMatchObject({ status: 415, type: 'text/plain; charset=utf-8' })
  })

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('refuses %s, also on a method path', async (method) => {
    expect(await send('/getIndexerHealth', { method })).toMatchObject({ status: 405 })
  })

  it.each([
    ['the disk is full', { stopped: () => 'the disk is full' }, 'Ingestion stopped: the disk is full'],
    [
      'the store is damaged',
      { damaged: () => true },
      'The store is damaged: restore a snapshot, or start with a new store',
    ],
  ])('readiness says that %s, while liveness and reads are well', async (_, state, words) => {
    const { chain } = service
    service.chain = { ...chain, ...state }
    try {
      const text = `{"jsonrpc":"2.0","error":{"code":-32603,"message":"${words}"},"id":null}`
      expect(await send('/readiness', {})).toMatchObject({ status: 500, text })
      expect(await send('/readiness', { method: 'HEAD' })).toMatchObject({ status: 500, text: '' })
      expect(await errorOf('getIndexerHealth')).toBe(`-32000 ${words}`)
      expect(await errorOf('readiness')).toBe(`-32603 ${words}`)
      expect(await send('/liveness', {})).toMatchObject({ status: 200 })
      expect(await answerTo(request('getIndexerSlot'))).toBe(SLOT)
    } finally {
      service.chain = chain
    }
  })

  it.each([
    ['/liveness', 200, 'null'],
    ['/readiness', 200, 'null'],
    ['/metrics', 200, 'metrics text\n'],
    ['/liveness?x=1', 200, 'null'],
    ['/readiness?', 200, 'null'],
    ['/metrics?uptime_kuma_cachebuster=1', 200, 'metrics text\n'],
    ['/liveness/', 405, expect.any(String)],
    ['/health', 405, expect.any(String)],
  ])('GET %s answers %i', async (path, status, text) => {
    expect(await send(path, {})).toMatchObject({ status, text })
  })

  it.each(['/liveness', '/readiness', '/metrics?x'])('HEAD %s answers as GET, without its body', async (path) => {
    const { headers, ...head } = await send(path, { method: 'HEAD' })
    const got = await send(path, {})
    expect(head).toEqual({ status: 200, type: got.type, text: '' })
    for (const name of ['content-length', 'access-control-allow-origin']) {
      expect(headers.get(name)).toBe(got.headers.get(name))
    }
    const put = await send(path, { method: 'PUT' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
  })

  it.each(['GET', 'HEAD'])('%s answers which associated accounts of a wallet were closed', async (method) => {
    const text = `{"slot":7,"knownFrom":0,"pairs":[],"cut":false}`
    const path = `/associated/${b58(key('wallet'))}`
    expect(await send(`${path}?x`, { method })).toMatchObject({ status: 200, text: method === 'GET' ? text : '' })
    expect((await send(path, { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
  })

  it.each([
    ['', 'it is empty'],
    ['abc', 'it decodes to 3 bytes'],
    [`${b58(key('wallet'))}/`, 'it has 4'],
    ['%30', 'it has a character outside'],
  ])('refuses the wallet %j, and says what is allowed', async (wallet, why) => {
    const { status, text } = await send(`/associated/${wallet}`, {})
    expect([status, text]).toEqual([
      400,
      expect.stringContaining(`wallet must be an address (base58 of 32 bytes): ${why}`),
    ])
  })

  it('answers no wallet of a chain that was replaced, nor of a store that fails', async () => {
    const { chain, store } = service
    const path = `/associated/${b58(key('wallet'))}`
    try {
      service.chain = { ...chain, replaced: () => 'the chain was replaced' }
      expect(await send(path, {})).toMatchObject({ status: 500, text: expect.stringContaining('was replaced') })
      service.chain = chain
      service.store = { ...store, read: () => Promise.reject(new Error('a secret path')) }
      expect(await send(path, {})).toMatchObject({ status: 500, text: expect.not.stringContaining('secret') })
    } finally {
      Object.assign(service, { chain, store })
    }
  })

  const CORS = 'access-control-'
  const corsOf = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => name.startsWith(CORS)))

  it.each(['/', '/getIndexerSlot', '/any/path?x=1'])(
    'allows browsers what they need on %s, and no more',
    async (path) => {
      const preflight = {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST,GET',
        'access-control-allow-headers': 'content-type',
      }
      const preflightHeaders = {
        origin: 'https://example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,authorization',
      }
      for (const headers of [preflightHeaders, {}]) {
        const answer = await send(path, { method: 'OPTIONS', headers })
        expect(answer).toMatchObject({ status: 200, text: '', type: null })
        expect(corsOf(answer.headers)).toEqual(preflight)
      }
    },
  )

  it('answers 400 without a Host header', async () => {
    const socket = net.connect(server.port, '127.0.0.1')
    socket.end('POST / HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}')
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    expect(text).toMatch(/^HTTP\/1.1 400 /)
    expect(text).toContain(PARSE_ERROR)
  })

  function answerToLength(bytes: number, announced: boolean): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', ...(announced && { 'content-length': bytes }) }
      const sent = http.request(url(), { method: 'POST', headers }, (response) => {
        response.resume()
        const { connection, 'access-control-allow-origin': origin } = response.headers
        resolve([response.statusCode, connection, origin])
        sent.destroy()
      })
      sent.on('error', reject)
      sent.write('{"x":"')
      if (announced && bytes > MAX_BODY) return
      sent.write('y'.repeat(bytes - 8))
      sent.end('"}')
    })
  }

  it.each([true, false])('answers 413 to a body above 10 MiB, announced: %s', async (announced) => {
    // Otherwise the rest of the body would be read as the next request.
    expect(await answerToLength(MAX_BODY + 1, announced)).toEqual([413, 'close', '*'])
  })

  it.each([true, false])('takes a body of 10 MiB, announced: %s', async (announced) => {
    expect(await answerToLength(MAX_BODY, announced)).toEqual([200, 'keep-alive', '*'])
  })
})

describe('the envelope', () => {
  it('answers a batch in order, mistakes in place, notifications not at all', async () => {
    const one = request('getIndexerSlot')
    const bad = { id: 5, method: 'x' }
    const batch = [one, { jsonrpc: '2.0', method: 'getIndexerSlot' }, bad, 7, { ...request('nope'), id: 1 }, one]
    const notFound = '{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":1}'
    expect(await answerTo(batch)).toBe(`[${[SLOT, INVALID.replace('null', '5'), INVALID, notFound, SLOT].join(',')}]`)
  })

  it('replaces a batch answer above 10 MiB by one error', async () => {
    const batch = Array<unknown>(900).fill(request('getCompressedAccountsByOwner', { owner }))
    expect(await answerTo(batch)).toBe(INVALID)
  })

  it('replaces an answer above 10 MiB by an error that says so', async () => {
    const id = 'x'.repeat(MAX_BODY - 1000)
    const text = await answerTo({ ...request('getCompressedAccountsByOwner', { owner }), id })
    expect(text.slice(0, 130)).toBe(
      '{"jsonrpc":"2.0","error":{"code":-32702,"message":"Response is too big","data":"Exceeded max limit of 10485760"},"id":"xxxxxxxxxxxxxx'.slice(
        0,
        130,
      ),
    )
  })

  it('hides what went wrong inside', async () => {
    const broken: RpcService = { ...service, chain: { ...service.chain, tip: raise } }
    const other = await startServer(broken, { host: '127.0.0.1', port: 0, metrics: () => '' })
    const body = JSON.stringify(request('getIndexerHealth'))
    const response = await fetch(`http://127.0.0.1:${other.port}/`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(await response.text()).toBe(
      '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Internal server error"},"id":"test-account"}',
    )
    await other.close()
  })
})

function raise(): never {
  throw new Error('secret')
}

describe('params', () => {
  const BY_OWNER = 'getCompressedAccountsByOwner'
  const LATEST = 'getLatestCompressionSignatures'
  const memcmp = { offset: 0, bytes: '' }
  it.each<[method: string, params: unknown, error: string]>([
    [
      BY_OWNER,
      undefined,
      '-32602 params: must be an object with owner, filters, dataSlice, cursor, limit, found nothing',
    ],
    [LATEST, 'text', '-32602 params: must be an object with limit, cursor, found "text"'],
    [LATEST, [1, null, 3], '-32602 params: must be at most 2 values (limit, cursor), found 3'],
    [
      BY_OWNER,
      { owner: 'abc' },
      '-32602 owner: must be an address (base58 of 32 bytes): it decodes to 3 bytes, found "abc"',
    ],
    [LATEST, { Limit: 1 }, '-32602 params: unknown field `Limit`, expected one of `limit`, `cursor`'],
    [
      BY_OWNER,
      { owner, filters: [{ memcmp: { ...memcmp, bytes: '1'.repeat(3000) } }] },
      '-32602 filters[0].memcmp.bytes: must be at most 2048 characters, found 3000',
    ],
    [BY_OWNER, { owner, filters: [{ dataSize: 5 }] }, '-32000 Validation Error: Filter instance cannot be null'],
    [BY_OWNER, { owner, filters: Array(6).fill({}), limit: 1001 }, '-32602 limit: '],
  ])('%s refuses params %#', async (method, params, error) => {
    const found = await errorOf(method, params)
    expect(found.slice(0, error.length)).toBe(error)
  })

  it.each([
    ['{"limit":10.0}', '-32602 limit: must be a whole number from 0 to 1000, found 10.0'],
    ['[1E+0]', '-32602 limit: must be a whole number from 0 to 1000, found 1E+0'],
    [`{"limit":${'9'.repeat(400)}}`, /^-32602 limit: .*, found 9{20}…$/],
    ['{"limit":1,"li\\u006dit":1}', '-32602 limit: must be a whole number from 0 to 1000, found a member given twice'],
    ['{"cursor":"\\udc00"}', '-32602 cursor: must be text, found a text with half a character'],
    ['{"\\udc00":1}', '-32602 params: must not hold a text with half a character'],
    [`{"limit":${nested(128)}}`, '-32602 params: must not hold more than 128 levels'],
    [`{"limit":${nested(127)}}`, /^-32602 limit: .*, found \[{60}…$/],
    [`{"limit":[${'0,'.repeat(9_998)}0]}`, '-32602 params: must not hold more than 10000 values'],
    [`{"limit":[${'0,'.repeat(9_997)}0]}`, /^-32602 limit: /],
  ])('of %s are refused', async (params, expected) => {
    const text = await answerTo(`{"jsonrpc":"2.0","id":1,"method":"${LATEST}","params":${params}}`)
    const { error } = parseJson(text) as { error: { code: number; message: string } }
    expect(`${error.code} ${error.message}`).toMatch(expected)
  })

  it('with too many filters are refused for that, whatever follows them', async () => {
    const filters = [...Array(6).fill({ memcmp: { offset: 0, bytes: '' } }), 'x']
    expect(await errorOf('getCompressedAccountsByOwner', { owner, filters })).toMatch(/^-32000 .*Too many filters/)
  })
})

describe('answers', () => {
  it('to the V2 names carry the tree in a merkle context, with queue and proof by index', async () => {
    const v1 = await answerTo(request('getCompressedAccountsByOwnerV2', { owner, limit: 1 }))
    expect(parseJson(v1)).toMatchObject({
      result: {
        value: {
          items: [
            {
              proveByIndex: false,
              merkleContext: {
                treeType: 1,
                tree: 'smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT',
                queue: 'nfq1NvQDJ2GEgnS8zt9prAe8rjjpAW1zFkrvZoBR148',
                cpiContext: null,
                nextTreeContext: null,
              },
            },
          ],
        },
      },
    })
    expect(v1).not.toMatch(/"data":\{[^}]*\},"owner":"[^"]*","lamports":\d+,"tree"/)
    const v2 = parseJson(await answerTo(request('getCompressedTokenAccountsByDelegateV2', { delegate }))) as {
      result: { value: { items: { account: { leafIndex: number; proveByIndex: boolean; merkleContext: unknown } }[] } }
    }
    const accounts = v2.result.value.items.map(({ account }) => account)
    expect(accounts[0]?.merkleContext).toEqual({
      treeType: 3,
      tree: 'bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU',
      queue: 'oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto',
      cpiContext: null,
      nextTreeContext: null,
    })
    // A batch append has put the leaves below 4 into the tree.
    expect(accounts.map(({ leafIndex, proveByIndex }) => proveByIndex === leafIndex >= 4)).toEqual(Array(6).fill(true))
  })

  it('are counted by method and outcome, unknown names under one', () => {
    expect(new Set(counted)).toContain('getIndexerSlot ok')
    expect(new Set(counted)).toContain('unknown -32601')
    expect(new Set(counted)).toContain('getCompressedAccountsByOwner -32602')
  })
})
