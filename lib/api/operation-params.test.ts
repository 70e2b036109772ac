import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { MethodName } from '../protocol/rpc/methods'
import { readSearchParams } from './operation-params'

const OWNER = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

const read = (query: string, method: MethodName = 'getCompressedAccountsByOwner') =>
  readSearchParams(method, new URLSearchParams(query))

function refusal(query: string): string[] {
  const outcome = read(`owner=${OWNER}&${query}`)
  if (outcome.ok) throw new Error(`${query} was accepted`)
  return outcome.invalid.map(({ name, message }) => `${name} ${message}`)
}

describe('readSearchParams', () => {
  it('reads text as it stands, digits as numbers, filters and slice as JSON', () => {
    const query = new URLSearchParams({
      owner: OWNER,
      filters: '[{"memcmp":{"offset":32,"bytes":"3Mc6vR"}}]',
      dataSlice: '{"offset":0,"length":9007199254740991}',
      cursor: '1000',
      limit: '100',
    })
    expect(readSearchParams('getCompressedAccountsByOwner', query)).toEqual({
      ok: true,
      params: {
        owner: OWNER,
        filters: [{ memcmp: { offset: 32, bytes: '3Mc6vR' } }],
        dataSlice: { offset: 0, length: 9007199254740991 },
        cursor: '1000',
        limit: 100,
      },
    })
  })

  it('keeps a cursor as text even where it looks like a number or JSON', () => {
    for (const cursor of ['0', '9007199254740993', '[1]', '{"a":1}', '"x"', 'null', '-1']) {
      const outcome = readSearchParams('getLatestCompressionSignatures', new URLSearchParams({ cursor }))
      expect(outcome).toEqual({ ok: true, params: { cursor } })
    }
  })

  it('needs nothing where nothing is required', () => {
    expect(read('', 'getIndexerSlot')).toEqual({ ok: true, params: {} })
    expect(read('', 'getLatestCompressionSignatures')).toEqual({ ok: true, params: {} })
  })

  it('names a required parameter that is missing', () => {
    expect(read('limit=10')).toEqual({ ok: false, invalid: [{ name: 'owner', message: 'must be given' }] })
    expect(read('', 'getCompressionSignaturesForAccount')).toEqual({
      ok: false,
      invalid: [{ name: 'hash', message: 'must be given' }],
    })
  })

  it('refuses unknown parameters and lists those allowed, for operations that would drop them too', () => {
    expect(refusal('data_slice=1')).toEqual([
      'data_slice is not a parameter of this operation; allowed: owner, filters, dataSlice, cursor, limit, filter, slice, whole, calls, sort, since, until, proof, integers, minSlot, cluster',
    ])
    for (const name of ['__proto__', 'constructor', 'toString', '']) expect(refusal(`${name}=1`)).toHaveLength(1)
    expect(read('x=1', 'getIndexerHealth')).toEqual({
      ok: false,
      invalid: [{ name: 'x', message: 'is not a parameter of this operation; allowed: minSlot, cluster' }],
    })
    expect(read(`hash=${OWNER}&limit=1`, 'getCompressionSignaturesForAccount')).toMatchObject({ ok: false })
  })

  it('refuses a repeated parameter, equal or not, once', () => {
    expect(refusal('limit=10&limit=10')).toEqual(['limit must be given once'])
    expect(read(`owner=${OWNER}&owner=x`)).toEqual({
      ok: false,
      invalid: [{ name: 'owner', message: 'must be given once' }],
    })
  })

  it('names twenty of thousands that are unknown, and looks at the values of none', () => {
    const search = new URLSearchParams(Array.from({ length: 2_000 }, (_, i) => [`x${i}`, '1']))
    const looks = vi.spyOn(search, 'getAll')
    const outcome = readSearchParams('getIndexerSlot', search)
    expect(outcome.ok ? [] : outcome.invalid).toHaveLength(20)
    expect(looks).not.toHaveBeenCalled()
  })

  it.each([
    ['filters', '[{"memcmp":{"offset":0,"bytes":"2","encoding":"base64"}}]', '0.memcmp.encoding'],
    ['filters', ' [{"memcmp":{"offset":0,"bytes":"2"},"dataSize":165}]', '0.dataSize'],
    ['dataSlice', '{"offset":0,"length":4,"from":1}', 'from'],
  ])('refuses a member inside %s that an indexer would pass over: %s', (name, value, member) => {
    expect(refusal(`${name}=${encodeURIComponent(value)}`)).toEqual([`${name} has an unknown member: ${member}`])
  })

  it('names everything that is wrong at once', () => {
    expect(refusal('limit=x&cursor=&y=1').map((text) => text.split(' ')[0])).toEqual(['limit', 'y', 'cursor'])
  })

  it('never throws, and a refusal names a parameter and what to do', () => {
    const name = fc.oneof(fc.constantFrom('owner', 'limit', 'filters', 'dataSlice', 'cursor', '__proto__'), fc.string())
    const text = fc.oneof(fc.string(), fc.json(), fc.constantFrom(OWNER, '[[[[', '{"memcmp":', '10'))
    fc.assert(
      fc.property(fc.array(fc.tuple(name, text), { maxLength: 6 }), (pairs) => {
        const outcome = readSearchParams('getCompressedAccountsByOwner', new URLSearchParams(pairs))
        if (outcome.ok) expect(outcome.params.owner).toBe(OWNER)
        else
          for (const { message } of outcome.invalid)
            expect(message).toMatch(/^(must|is not a parameter of this operation)/)
      }),
    )
  })
})
