import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseJson, stringifyJson } from './json'
import { address, hash, safeInteger, signature, u64 } from './primitives'

const U64_MAX = 2n ** 64n - 1n

function refusal(schema: z.ZodType, value: unknown): string[] {
  const read = schema.safeParse(value)
  if (read.success) throw new Error(`${String(value)} was accepted`)
  return read.error.issues.map((issue) => issue.message)
}

const bytesText = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((b) => base58.encode(b))

describe('u64', () => {
  it.each([
    ['0', 0n],
    ['9007199254740991', 9007199254740991n],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['18446744073709551615', U64_MAX],
  ])('brings %s from the wire and back with every digit', (text, value) => {
    expect(z.decode(u64, parseJson(text) as number | bigint)).toBe(value)
    expect(stringifyJson(z.encode(u64, value))).toBe(text)
  })

  it.each([
    [-1, 'must not be negative'],
    [-(2n ** 63n), 'must not be negative'],
    [U64_MAX + 1n, 'must be at most 2^64-1'],
    [0.5, 'must be a whole number'],
    [Number.NaN, 'must be a whole number'],
    ['5', 'must be a whole number'],
    [null, 'must be a whole number'],
    [undefined, 'must be a whole number'],
  ])('refuses %s: %s', (value, message) => {
    expect(refusal(u64, value)).toEqual([message])
  })

  it('refuses a number that was rounded before it came here', () => {
    expect(u64.safeParse(2 ** 53).success).toBe(false)
    expect(u64.safeParse(1e20).success).toBe(false)
  })

  it('never writes what is no u64', () => {
    expect(z.safeEncode(u64, -1n).success).toBe(false)
    expect(z.safeEncode(u64, U64_MAX + 1n).success).toBe(false)
  })
})

describe('slots, indices and times', () => {
  it.each([0, 1, 418_890_736, Number.MAX_SAFE_INTEGER])('take %s', (value) => {
    expect(safeInteger.parse(value)).toBe(value)
  })

  it.each([[-1], [0.5], [2 ** 53], [2n ** 53n], [5n], ['5'], [null], [undefined], [Number.POSITIVE_INFINITY]])(
    'refuse %s and say once what is allowed',
    (value) => {
      expect(refusal(safeInteger, value)).toEqual(['must be a whole number from 0 to 2^53-1'])
    },
  )
})

describe('addresses and hashes', () => {
  it.each([
    ['address', address],
    ['hash', hash],
  ])('any 32 bytes are an %s, kept as they were written', (_, schema) => {
    fc.assert(
      fc.property(bytesText(32), (text) => {
        expect(schema.parse(text)).toBe(text)
      }),
    )
  })

  it('any other number of bytes is refused, and counted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }).chain(bytesText), (text) => {
        const { length } = base58.decode(text)
        expect(refusal(hash, text)).toEqual([`must be a hash (base58 of 32 bytes): it decodes to ${length} bytes`])
      }),
    )
    expect(refusal(address, base58.encode(new Uint8Array(33).fill(1)).slice(0, 44))).toHaveLength(1)
  })

  it.each([
    ['', 'must be an address (base58 of 32 bytes): it is empty'],
    ['1'.repeat(45), 'must be an address (base58 of 32 bytes): it has 45 characters, at most 44 are possible'],
    ['0'.repeat(32), /: it has a character outside of the base58 alphabet \(no 0, O, I, l, spaces or punctuation\)$/],
    [` ${'1'.repeat(32)}`, /outside of the base58 alphabet/],
    [null, 'must be an address (base58 of 32 bytes)'],
    [7, 'must be an address (base58 of 32 bytes)'],
  ])('%j is refused: %s', (value, message) => {
    expect(refusal(address, value)).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)])
  })
})

describe('signature', () => {
  it('refuses 32 bytes and more than 88 characters, and says which', () => {
    expect(refusal(signature, '1'.repeat(32))).toEqual([
      'must be a transaction signature (base58 of 64 bytes): it decodes to 32 bytes',
    ])
    expect(refusal(signature, '2'.repeat(89))).toEqual([
      'must be a transaction signature (base58 of 64 bytes): it has 89 characters, at most 88 are possible',
    ])
  })
})
