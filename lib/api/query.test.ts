import { base58 } from '@scure/base'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Params } from '../protocol/rpc/methods'
import { methods } from '../protocol/rpc/methods'
import { u64 } from '../protocol/rpc/primitives'
import { fetchJson } from './fetch-json'
import { readSearchParams } from './operation-params'
import { ProblemError } from './problem'
import { fetchAnswer, rpcPath, rpcQuery } from './query'

const OWNER = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes))
const integer = fc.nat({ max: Number.MAX_SAFE_INTEGER })

const ownerParams: fc.Arbitrary<Params<'getCompressedAccountsByOwner'>> = fc.record(
  {
    owner: key,
    filters: fc.array(
      fc.record({
        memcmp: fc.record({ offset: integer, bytes: fc.uint8Array({ maxLength: 40 }).map((b) => base58.encode(b)) }),
      }),
      { maxLength: 5 },
    ),
    dataSlice: fc.record({ offset: integer, length: integer }),
    cursor: fc.string({ unit: 'grapheme', minLength: 1 }),
    limit: fc.integer({ min: 1, max: 1000 }),
  },
  { requiredKeys: ['owner'] },
)

describe('rpcPath', () => {
  it('is read by the API as the same params, whatever they hold', () => {
    const network = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(ownerParams, network, (params, name) => {
        const url = new URL(rpcPath('getCompressedAccountsByOwner', params, name), 'http://explorer')
        expect(url.pathname).toBe('/api/v1/getCompressedAccountsByOwner')
        expect(url.searchParams.getAll('cluster')).toEqual([name])
        url.searchParams.delete('cluster')
        expect(readSearchParams('getCompressedAccountsByOwner', url.searchParams)).toEqual({ ok: true, params })
      }),
    )
  })

  it('leaves out what is null or undefined, and keeps a limit of 0', () => {
    expect(rpcPath('getLatestCompressionSignatures', { cursor: null, limit: 0 }, 'devnet')).toBe(
      '/api/v1/getLatestCompressionSignatures?limit=0&cluster=devnet',
    )
    expect(rpcPath('getIndexerSlot', {}, 'devnet')).toBe('/api/v1/getIndexerSlot?cluster=devnet')
  })
})

describe('rpcQuery', () => {
  const keyOf = (params: Params<'getCompressedAccountsByOwner'>, network: string) =>
    JSON.stringify(rpcQuery('getCompressedAccountsByOwner', params, network).queryKey)

  it('has a key that can be hashed and differs by method, params and network', () => {
    const keys = [
      keyOf({ owner: OWNER }, 'devnet'),
      keyOf({ owner: OWNER, limit: 10 }, 'devnet'),
      keyOf({ owner: OWNER, filters: [{ memcmp: { offset: 2 ** 53 - 1, bytes: '' } }] }, 'devnet'),
      keyOf({ owner: OWNER }, 'testnet'),
      JSON.stringify(rpcQuery('getCompressedTokenAccountsByDelegate', { delegate: OWNER }, 'devnet').queryKey),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('fetchJson', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  const answering = (response: () => Response | Promise<Response>) => vi.stubGlobal('fetch', async () => response())

  async function problemOf(asking: Promise<unknown>) {
    const error: unknown = await asking.then(
      (value) => new Error(`answered ${JSON.stringify(value)}`),
      (reason: unknown) => reason,
    )
    if (!(error instanceof ProblemError)) throw error
    return error.problem
  }

  it('keeps a u64 whole', async () => {
    answering(() => new Response('{"lamports":18446744073709551615}'))
    expect(await fetchJson('/x')).toEqual({ lamports: 18446744073709551615n })
  })

  it('throws the problem that the API names, with all its members', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Rate limited',
      status: 503,
      code: 'upstream_rate_limited',
      detail: 'The indexer allows no more calls at present.',
      retryable: true,
      retryAfterMs: 2000,
    }
    answering(() => new Response(JSON.stringify(problem), { status: 503 }))
    expect(await problemOf(fetchJson('/x'))).toEqual(problem)
  })

  it.each([
    ['a page of a proxy in place of JSON', '<html>502</html>', 502],
    ['JSON that is no problem', '{"error":"oops"}', 500],
    ['JSON that is not even an object', 'null', 500],
    ['a good status over something else than JSON', '<html>Log in to the Wi-Fi</html>', 200],
    ['an answer that broke off', '{"result":', 200],
    ['an empty answer', '', 200],
  ])('says that the explorer did not answer for %s', async (_, body, status) => {
    answering(() => new Response(body, { status }))
    expect(await problemOf(fetchJson('/x'))).toMatchObject({ code: 'explorer_unreachable', retryable: true })
  })

  it('says that the explorer did not answer when it cannot be reached, and keeps the cause', async () => {
    const cause = new TypeError('fetch failed')
    answering(() => Promise.reject(cause))
    const error: unknown = await fetchJson('/x').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'ProblemError', cause, problem: { code: 'explorer_unreachable' } })
  })

  it('says so too when the body breaks off on its way', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) })
    answering(() => new Response(body))
    expect(await problemOf(fetchJson('/x'))).toMatchObject({ code: 'explorer_unreachable' })
  })

  it('an aborted question is no failure of the explorer: the abort itself comes through', async () => {
    const controller = new AbortController()
    controller.abort()
    answering(() => Promise.reject(controller.signal.reason))
    await expect(fetchJson('/x', controller.signal)).rejects.toBe(controller.signal.reason)
  })
})

describe('fetchAnswer', () => {
  function u64Members(schema: unknown, name = ''): string[] {
    if (schema === u64) return [name]
    if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([key, of]) => u64Members(of, key))
    if (schema instanceof z.ZodArray) return u64Members(schema.element, name)
    if (schema instanceof z.ZodPipe) return u64Members(schema.in, name)
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return u64Members(schema.unwrap(), name)
    return []
  }

  it('has every u64 of every operation as a bigint, whatever its size, and nothing else', async () => {
    const names = [...new Set(Object.values(methods).flatMap(({ result }) => u64Members(result)))]
    expect(names).toEqual(expect.arrayContaining(['lamports', 'amount', 'seq', 'discriminator']))
    const values = [
      '0',
      '7',
      '9007199254740991',
      '9007199254740993',
      '9007199254740995',
      '123456789012345678',
      '18446744073709551615',
    ]
    const rows = values.map(
      (value) => `{${names.map((name) => `"${name}":${value}`).join(',')},"leafIndex":7,"tree":"7"}`,
    )
    const text = `{"result":{"context":{"slot":7},"value":{"items":[${rows.join(',')}],"cursor":null}},"meta":{"slot":7}}`
    vi.stubGlobal('fetch', async () => new Response(text))
    const { result, meta } = await fetchAnswer('getLatestCompressionSignatures', {}, 'devnet')
    expect(result).toEqual({
      context: { slot: 7 },
      value: {
        items: values.map((value) => ({
          ...Object.fromEntries(names.map((name) => [name, BigInt(value)])),
          leafIndex: 7,
          tree: '7',
        })),
        cursor: null,
      },
    })
    expect(meta).toEqual({ slot: 7 })
  })
})
