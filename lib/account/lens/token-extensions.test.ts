import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { littleEndian, type MadeExtension, madeCompressedOnly, madeExtensions } from '@/lib/testing/made-extensions'
import { delegatedAmount, parseTokenExtensions, tokenOwnerKind } from './token-extensions'

const MAX = 2n ** 64n - 1n
const u64 = fc.oneof(fc.constantFrom(0n, 1n, 2n ** 53n + 1n, MAX), fc.bigInt({ min: 0n, max: MAX }))

type Expected = MadeExtension & { values: string[] }

const extension: fc.Arbitrary<Expected> = fc.oneof(
  fc.constantFrom(0, 7, 18, 20, 26, 27, 28).map((kind) => ({ kind, body: [], values: [] })),
  u64.map((fee) => ({ kind: 29, body: littleEndian(fee, 8), values: [String(fee)] })),
  fc.constantFrom(0, 1).map((flag) => ({ kind: 30, body: [flag], values: [String(flag)] })),
  fc.tuple(u64, u64, fc.constantFrom(0, 1)).map(([delegated, fee, isAta]) => ({
    kind: 31,
    body: [...littleEndian(delegated, 8), ...littleEndian(fee, 8), isAta],
    values: [String(delegated), String(fee), String(isAta)],
  })),
)
const extensions = fc.array(extension, { maxLength: 8 })

describe('extensions of token data', () => {
  it('come back field by field, and cover their bytes without gap or overlap', () => {
    fc.assert(
      fc.property(extensions, fc.nat(200), (made, base) => {
        const bytes = madeExtensions(made)
        const decoded = parseTokenExtensions(bytes, base)
        expect(decoded.problem).toBeNull()
        expect(decoded.read).toBe(bytes.length)
        expect(decoded.extensions.map(({ kind }) => kind)).toEqual(made.map(({ kind }) => kind))
        let at = base + 4
        for (const [i, { offset, fields }] of decoded.extensions.entries()) {
          expect(offset).toBe(at)
          at += 1
          for (const field of fields) {
            expect(field.offset).toBe(at)
            at += field.length
          }
          expect(fields.map(({ value }) => value)).toEqual(made[i]?.values)
        }
        expect(at).toBe(base + bytes.length)
      }),
    )
  })

  it('cut anywhere, keep the extensions that are whole and say that the data ends', () => {
    fc.assert(
      fc.property(extensions, fc.nat(), (made, seed) => {
        const bytes = madeExtensions(made)
        const cut = bytes.subarray(0, seed % bytes.length)
        const { extensions: whole, problem, read } = parseTokenExtensions(cut)
        expect(problem).toMatch(/^the data ends at byte /)
        expect(read).toBeLessThanOrEqual(cut.length)
        expect(whole.map(({ kind }) => kind)).toEqual(made.slice(0, whole.length).map(({ kind }) => kind))
      }),
    )
  })

  it('never throw, whatever the bytes are, and read no byte that is not there', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const { read, problem } = parseTokenExtensions(bytes)
        expect(read).toBeLessThanOrEqual(bytes.length)
        if (problem === null) expect(read).toBe(bytes.length)
      }),
    )
  })

  it.each<[string, number[], RegExp]>([
    [
      'a kind of mints',
      [1, 0, 0, 0, 19],
      /^byte 14 is extension 19 \(token metadata\), which token accounts do not have$/,
    ],
    ['a kind of accounts on the chain', [1, 0, 0, 0, 32], /^byte 14 is extension 32 \(compressible\)/],
    ['an unknown kind', [1, 0, 0, 0, 33], /^byte 14 is extension 33, which is not known$/],
    ['a flag that is none', [1, 0, 0, 0, 30, 2], /^byte 15 is transferring: 0 or 1, found 2$/],
    ['bytes behind the last one', [1, 0, 0, 0, 27, 9], /^behind the last extension, byte 15 and later mean nothing$/],
    [
      'more than are read',
      [255, 255, 255, 255, ...new Array(100).fill(0)],
      /^4294967295 extensions are named; at most 32/,
    ],
  ])('stop at %s and say so', (_, bytes, problem) => {
    expect(parseTokenExtensions(Uint8Array.from(bytes), 10).problem).toMatch(problem)
  })
})

describe('what a delegate may move', () => {
  const HELD = 1_000n
  const account = (tlv: string | null, amount = HELD) => ({ amount, delegate: 'someone', tlv })
  const approved = (amount: bigint) => madeCompressedOnly({ delegatedAmount: amount, isAta: true })

  it.each([
    ['nothing', approved(0n), 0n],
    ['a part', approved(1n), 1n],
    ['all', approved(HELD), HELD],
    ['no more than there is', approved(MAX), HELD],
    ['the whole without extension data', null, HELD],
    [
      'the whole with extension data that does not name an amount',
      Buffer.from([1, 0, 0, 0, 27]).toString('base64'),
      HELD,
    ],
    ['at most the whole where the extension data cannot be read', 'AQAAAP8=', HELD],
    ['at most the whole where it is not base64', '?', HELD],
  ])('is %s', (_, tlv, amount) => {
    expect(delegatedAmount(account(tlv))).toBe(amount)
  })

  it('is exact to the last digit of a u64', () => {
    expect(delegatedAmount(account(approved(MAX), MAX))).toBe(18_446_744_073_709_551_615n)
    expect(delegatedAmount(account(approved(MAX - 1n), MAX))).toBe(18_446_744_073_709_551_614n)
  })

  it('is nothing where there is no delegate', () => {
    expect(delegatedAmount({ amount: HELD, delegate: null, tlv: approved(HELD) })).toBe(0n)
  })
})

it('an owner is said to be a wallet only where nothing speaks against it', () => {
  expect(tokenOwnerKind(null)).toBe('wallet')
  expect(tokenOwnerKind(Buffer.from([1, 0, 0, 0, 28]).toString('base64'))).toBe('wallet')
  expect(tokenOwnerKind(madeCompressedOnly({ isAta: true }))).toBe('associated token account')
  expect(tokenOwnerKind(madeCompressedOnly({ isAta: false }))).toBe('wallet or closed account')
  expect(tokenOwnerKind('AQAAAP8=')).toBe('unknown')
})
