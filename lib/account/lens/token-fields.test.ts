import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { madeCompressedOnly } from '@/lib/testing/made-extensions'
import { tokenDataHead } from '../../protocol/light/layouts'
import { decodeTokenData } from '../../protocol/light/token-data'
import { TOKEN_PROGRAM } from '../../protocol/light/token-program'
import { tokenLayoutOf } from './token-data'
import { parseTokenExtensions } from './token-extensions'
import { tokenFields } from './token-fields'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Uint8Array.from(bytes))
const head = fc.record({
  mint: key,
  owner: key,
  amount: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  delegate: fc.option(key),
  state: fc.constantFrom(0, 1),
})
const compressedOnly = fc
  .tuple(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.boolean(), fc.nat(3))
  .map(([delegatedAmount, isAta, cut]) => {
    const tlv = Buffer.from(madeCompressedOnly({ delegatedAmount, isAta }), 'base64')
    return [1, ...tlv.subarray(0, tlv.length - cut)]
  })
const tail = fc.oneof(
  fc.constantFrom([], [0], [1]),
  fc.array(fc.nat(255), { minLength: 2, maxLength: 40 }),
  compressedOnly,
)

describe('token fields', () => {
  it('cover the data without gap or overlap, and say what the indexer decodes', () => {
    fc.assert(
      fc.property(head, tail, (value, rest) => {
        const bytes = Uint8Array.from([...tokenDataHead.encode(value), ...rest])
        const { fields, problem } = tokenFields(bytes)
        let covered = 0
        for (const { offset, length } of fields) {
          expect(offset).toBe(covered)
          covered += length
        }
        expect(covered).toBe(bytes.length)
        const says = Object.fromEntries(fields.map((field) => [field.name, field.value]))
        const decoded = decodeTokenData(bytes)
        expect(says).toMatchObject({
          mint: base58.encode(decoded.mint),
          owner: base58.encode(decoded.owner),
          amount: String(decoded.amount),
          delegate: decoded.delegate ? base58.encode(decoded.delegate) : 'none',
          state: decoded.frozen ? 'frozen' : 'initialized',
        })
        const extensions = decoded.tlv && parseTokenExtensions(decoded.tlv, bytes.length - decoded.tlv.length)
        expect(problem).toBe(extensions ? extensions.problem : null)
        expect(fields.some(({ name }) => name === 'tlv')).toBe(
          extensions !== null && extensions.read < (decoded.tlv?.length ?? 0),
        )
        for (const field of extensions?.extensions.flatMap((extension) => extension.fields) ?? []) {
          expect(fields).toContainEqual(field)
        }
        if (!extensions) expect(says.extensions ?? 'none').toMatch(/^none/)
      }),
    )
  })

  const whole = tokenDataHead.encode({
    mint: new Uint8Array(32).fill(1),
    owner: new Uint8Array(32).fill(2),
    amount: 2n ** 64n - 1n,
    delegate: new Uint8Array(32).fill(3),
    state: 0,
  })

  it.each([
    [0, [], /ends at byte 0, inside mint/],
    [63, ['mint'], /inside owner/],
    [71, ['mint', 'owner'], /inside amount/],
    [72, ['mint', 'owner', 'amount'], /inside delegate/],
    [104, ['mint', 'owner', 'amount'], /inside delegate/],
    [105, ['mint', 'owner', 'amount', 'delegate'], /inside state/],
  ])('cut at %i they are those that are whole, and say where the data ends', (length, names, problem) => {
    const read = tokenFields(Uint8Array.from(whole.subarray(0, length)))
    expect(read.fields.map(({ name }) => name)).toEqual(names)
    expect(read.problem).toMatch(problem)
  })

  it('stop at a delegate or state byte that is none', () => {
    const bytes = Uint8Array.from(whole)
    bytes[72] = 2
    expect(tokenFields(bytes).problem).toBe('byte 72 says whether there is a delegate: 0 or 1, found 2')
    bytes[72] = 1
    bytes[105] = 9
    expect(tokenFields(bytes).problem).toBe('byte 105 is the state: 0 (initialized) or 1 (frozen), found 9')
  })
})

it.each([
  [2n, 'v1'],
  [216172782113783808n, 'v2'],
  [288230376151711744n, 'v3'],
  [72057594037927936n, null],
  [0n, null],
])('discriminator %s of the token program is layout %s', (discriminator, layout) => {
  expect(tokenLayoutOf(TOKEN_PROGRAM, discriminator)).toBe(layout)
  expect(tokenLayoutOf('11111111111111111111111111111111', discriminator)).toBeNull()
})
