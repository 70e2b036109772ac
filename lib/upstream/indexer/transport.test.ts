import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { until } from '@/lib/testing/until'
import { virtualTime } from '@/lib/testing/virtual-time'
import { toProblem } from '../../api/rpc-problem'
import { RpcError, type RpcFailure, UNLISTED_MESSAGE } from '../../protocol/rpc/failure'
import { limits } from '../../rpc-client/limits'
import { Endpoint } from '../networks/endpoint'
import { exchange } from './transport'

const closers: (() => Promise<unknown> | unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function standIn(fault: Fault | null = null, data = {}): Promise<StandIn> {
  const server = await startStandIn(data)
  closers.push(() => server.stop())
  server.fail(fault)
  return server
}

const clock = virtualTime()
const LIMITS = { deadlineMs: 2_000, freshSocket: false }

function endpointAt(url: string, path: 'method' | 'base' = 'method'): Endpoint {
  return new Endpoint({ url, path })
}

async function failureOf(url: string, deadlineMs = 2_000): Promise<RpcFailure> {
  try {
    await exchange(endpointAt(url), 'getIndexerSlot', {}, { deadlineMs, freshSocket: false })
  } catch (error) {
    if (error instanceof RpcError) return error.failure
    throw error
  }
  throw new Error('expected a failure')
}

async function problemOf(fault: Fault): Promise<{ status: number; code: string }> {
  const { url } = await standIn(fault)
  const { status, code } = toProblem(await failureOf(url))
  return { status, code }
}

describe('what is sent', () => {
  test('POST to {base}/<methodName> with the envelope of the interface, params absent where there are none', async () => {
    const server = await standIn()
    const { result } = await exchange(endpointAt(server.url), 'getIndexerSlot', {}, LIMITS)
    expect(result).toBe(418_890_000)
    const owner = addressOf('owner')
    await exchange(endpointAt(server.url), 'getCompressedAccountsByOwner', { owner, cursor: null, limit: 5 }, LIMITS)
    await exchange(endpointAt(server.url), 'getLatestCompressionSignatures', { cursor: null }, LIMITS)
    expect(server.requests.map(({ path, params }) => ({ path, params }))).toEqual([
      { path: '/getIndexerSlot', params: undefined },
      { path: '/getCompressedAccountsByOwner', params: { owner, limit: 5 } },
      { path: '/getLatestCompressionSignatures', params: {} },
    ])
    expect(server.requests[0]?.headers['content-type']).toBe('application/json')
  })

  test.each([
    ['?api-key=SECRET', 'method', '/getIndexerSlot?api-key=SECRET'],
    ['/?api-key=SECRET', 'method', '/getIndexerSlot?api-key=SECRET'],
    ['/v2/SECRET', 'method', '/v2/SECRET/getIndexerSlot'],
    ['/v2/SECRET/', 'method', '/v2/SECRET/getIndexerSlot'],
    ['/v2/SECRET?x=1', 'base', '/v2/SECRET?x=1'],
    ['', 'base', '/'],
  ] as const)('the method goes into the path, before the query: %s (%s)', async (suffix, path, expected) => {
    const server = await standIn()
    await exchange(endpointAt(server.url + suffix, path), 'getIndexerSlot', {}, LIMITS)
    expect(server.requests[0]?.path).toBe(expected)
  })

  test('user-info becomes an Authorization header', async () => {
    const server = await standIn()
    const url = server.url.replace('http://', 'http://us%40er:p%3Ass@')
    await exchange(endpointAt(url), 'getIndexerSlot', {}, LIMITS)
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('us@er:p:ss').toString('base64')}`)
  })
})

describe('what comes back', () => {
  test('every digit of a u64 stays: 2^53+1, 2^53+3, 18 digits, 2^64-1', async () => {
    const owner = addressOf('owner')
    const [first, second] = makeAccounts(owner, 2)
    const tokens = makeTokenAccounts(owner, 1)
    if (!first?.data || !second?.data || !tokens[0]) throw new Error('fixtures')
    const accounts = [
      { ...first, lamports: 9007199254740993n, data: { ...first.data, discriminator: 18446744073709551615n } },
      { ...second, lamports: 9007199254740995n, data: { ...second.data, discriminator: 0 } },
    ]
    const tokenAccounts = [{ ...tokens[0], tokenData: { ...tokens[0].tokenData, amount: 123456789012345678n } }]
    const { url } = await standIn(null, { accounts, tokenAccounts })
    const { result } = await exchange(endpointAt(url), 'getCompressedAccountsByOwner', { owner }, LIMITS)
    expect(result.value.items.map(({ lamports, data }) => [lamports, data?.discriminator])).toEqual([
      [9007199254740993n, 18446744073709551615n],
      [9007199254740995n, 0n],
    ])
    const token = await exchange(endpointAt(url), 'getCompressedTokenAccountsByDelegate', { delegate: owner }, LIMITS)
    expect(token.result.value.items[0]?.tokenData.amount).toBe(123456789012345678n)
  })

  const answers = (members: object): Fault => ({ kind: 'reply', status: 200, body: JSON.stringify(members) })
  const right = { jsonrpc: '2.0', id: 'test-account', result: 7 }

  test.each<[string, Fault]>([
    ['the id null beside a result', answers({ ...right, id: null })],
    ['a list', answers([right])],
    ['another shape', FAULTS.wrongShape],
    ['a slot below zero', answers({ ...right, result: -1 })],
    ['a slot with a fraction', answers({ ...right, result: 1.5 })],
  ])('is not verifiable, 502 schema_mismatch: %s', async (_, fault) => {
    expect(await problemOf(fault)).toEqual({ status: 502, code: 'schema_mismatch' })
  })

  test.each<[string, Fault, { status: number; code: string }]>([
    ['429 inside of a 200', { kind: 'error', code: 429, message: 'x' }, { status: 503, code: 'upstream_rate_limited' }],
    [
      '-32429 without an id',
      { ...FAULTS.rateLimited(), status: 200 } as Fault,
      { status: 503, code: 'upstream_rate_limited' },
    ],
    [
      '-32005',
      { kind: 'error', code: -32005, message: 'Too many requests' },
      { status: 503, code: 'upstream_rate_limited' },
    ],
    ['404', { kind: 'reply', status: 404 }, { status: 502, code: 'upstream_error' }],
    [
      'bad parameters as 400',
      { kind: 'reply', status: 400, body: '{"error":{"code":-32602,"message":"x"}}' },
      { status: 400, code: 'invalid_params' },
    ],
    [
      'a validation error',
      { kind: 'error', code: -32000, message: 'Validation Error: Too many' },
      { status: 400, code: 'invalid_params' },
    ],
    [
      "a lag in Solana's code",
      { kind: 'error', code: -32005, message: 'Node is behind by 42 slots' },
      { status: 503, code: 'indexer_behind' },
    ],
  ])('%s becomes its problem', async (_, fault, expected) => {
    expect(await problemOf(fault)).toEqual(expected)
  })

  test('a lag keeps its number, an error its code; words that are none of the interface’s are not passed on', async () => {
    const behind = await standIn(FAULTS.behind(57))
    expect(toProblem(await failureOf(behind.url))).toMatchObject({ lag: 57, retryable: true })
    const nasty = await standIn({ kind: 'error', code: -32000, message: `a\u0000b\u202Ec\n${'x'.repeat(500)}` })
    expect(toProblem(await failureOf(nasty.url)).upstream).toEqual({ code: -32000, message: UNLISTED_MESSAGE })
  })

  test('a connection that does not come about is given up before the deadline', async () => {
    const server = net.createServer(() => {}).listen(0, '127.0.0.1')
    closers.push(() => server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const failed = failureOf(`https://127.0.0.1:${port}`)
    await once(server, 'connection')
    await clock.pass(limits().connectMs)
    expect(await failed).toMatchObject({ kind: 'network', reason: 'unreachable' })
    // The connect timeout does not apply to an established connection.
    const slow = await standIn({ kind: 'slow', ms: limits().connectMs + 500 })
    const pending = exchange(endpointAt(slow.url), 'getIndexerSlot', {}, LIMITS)
    await until(() => slow.callCount === 1)
    await clock.pass(limits().connectMs + 500)
    expect((await pending).result).toBe(418_890_000)
  })
})

describe('bounds', () => {
  test.each<Fault>([{ kind: 'endless' }, { kind: 'gzip-bomb', bytes: 1024 * 1024 }])(
    'a word or a number of more than 64 KiB is stopped: %o',
    async (fault) => {
      const server = await standIn(fault)
      expect(await failureOf(server.url)).toMatchObject({ kind: 'network', reason: 'too-large' })
      // The small bomb arrived whole before it was unpacked: its connection is kept.
      if (fault.kind === 'endless') await until(() => server.openSockets === 0)
    },
  )

  test('a kept connection that dies is made up for once, on one of its own that may die too', async () => {
    const server = await standIn()
    const ask = () => exchange(endpointAt(server.url), 'getIndexerSlot', {}, { ...LIMITS, renews: true })
    await ask()
    server.fail(FAULTS.reset)
    await expect(ask()).rejects.toMatchObject({ failure: { kind: 'network', reason: 'unreachable' } })
    expect(server.callCount, 'one that was answered, one that died, one more').toBe(3)
  })
})

test('an endpoint tells nothing of its URL', () => {
  const endpoint = endpointAt('http://user:CANARY@indexer.example/CANARY?k=CANARY')
  expect(inspect(endpoint, { depth: 9, showHidden: true }) + JSON.stringify(endpoint)).not.toMatch(
    /CANARY|indexer\.example/,
  )
})
