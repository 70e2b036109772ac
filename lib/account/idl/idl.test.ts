import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, it } from 'vitest'
import { FORMS, idlOf } from '../../testing/idl/shapes'
import { decode } from './decode'
import { isIdlError } from './idl'
import { readAccount } from './match'
import { readIdl } from './read-idl'

const TEXT = new TextEncoder()
const U64_MAX = 2n ** 64n - 1n

function discriminatorOf(text: string | Uint8Array): bigint {
  const bytes = typeof text === 'string' ? sha256(TEXT.encode(text)) : text
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true)
}

function anchorStruct(fields: unknown[], more: { types?: object[] } = {}) {
  const named = fields.map((type, index) => ({ name: `f${index}`, type }))
  const types = [{ name: 'A', type: { kind: 'struct', fields: named } }, ...(more.types ?? [])]
  return JSON.stringify({ metadata: { spec: '0.1.0' }, instructions: [], ...more, types })
}

function codamaStruct(...types: object[]) {
  const fields = types.map((type, index) => ({ kind: 'structFieldTypeNode', name: `f${index}`, type }))
  const definedTypes = [{ kind: 'definedTypeNode', name: 'a', type: { kind: 'structTypeNode', fields } }]
  return JSON.stringify({ kind: 'rootNode', program: { definedTypes } })
}

/** The values of the first struct, or why it does not fit. */
function valuesOf(text: string, bytes: number[]) {
  const idl = readIdl(text, null)
  const [definition] = idl.structs.values()
  if (!definition) throw new Error('no struct')
  const read = decode(idl, definition, Uint8Array.from(bytes))
  return read.ok ? read.fields.map(({ value }) => value) : read.reason
}

describe('Anchor', () => {
  it('reads generics, with types and lengths', () => {
    const pair = {
      name: 'Pair',
      generics: [
        { kind: 'type', name: 'T' },
        { kind: 'const', name: 'N', type: 'usize' },
      ],
      type: { kind: 'struct', fields: [{ name: 'all', type: { array: [{ generic: 'T' }, { generic: 'N' }] } }] },
    }
    const generics = [
      { kind: 'type', type: 'u16' },
      { kind: 'const', value: '2' },
    ]
    const text = anchorStruct([{ defined: { name: 'Pair', generics } }], { types: [pair] })
    expect(valuesOf(text, [1, 0, 2, 1])).toEqual([{ all: [1n, 258n] }])
  })

  it('reads aliases, tuples, sets, COption and integers of 256 bits', () => {
    const types = [
      { name: 'Alias', type: { kind: 'type', alias: { vec: 'u16' } } },
      { name: 'Two', type: { kind: 'struct', fields: ['u8', 'bool'] } },
    ]
    const defined = (name: string) => ({ defined: { name } })
    const text = anchorStruct([defined('Alias'), defined('Two'), { coption: 'u16' }, 'u256', { hashSet: 'u16' }], {
      types,
    })
    const bytes = [1, 0, 0, 0, 7, 0, 5, 1, 0, 0, 0, 0, 0, 0, ...Array(32).fill(255), 0, 0, 0, 0]
    expect(valuesOf(text, bytes)).toEqual([[7n], [5n, true], null, 2n ** 256n - 1n, []])
  })

  it('reads bytemuck only where the sizes add up', () => {
    const zero = (fields: unknown[]) =>
      anchorStruct(fields).replace('"name":"A"', '"name":"A","serialization":"bytemuck"')
    expect(valuesOf(zero(['u8', 'u8', 'u16']), [1, 2, 3, 0])).toEqual([1n, 2n, 3n])
    // Three bytes of padding behind the first field.
    expect(valuesOf(zero(['u8', 'u32']), [1, 0, 0, 0, 2, 0, 0, 0])).toBe('3 of 8 bytes are left over')
    expect(valuesOf(zero([{ vec: 'u8' }]), [0, 0, 0, 0])).toBe('plain data has no vectors')
  })

  it('reads what others would accept in silence as nothing', () => {
    expect(valuesOf(anchorStruct(['bool']), [7])).toBe('a bool must be 0 or 1, found 7 before byte 1')
    expect(valuesOf(anchorStruct([{ option: 'u8' }]), [9, 1])).toBe(
      'an option begins with 0 or 1, found 9 before byte 1',
    )
    expect(valuesOf(anchorStruct(['string']), [1, 0, 0, 0, 255])).toBe('the text before byte 5 is no UTF-8')
    expect(valuesOf(anchorStruct(['u8']), [1, 2])).toBe('1 of 2 bytes are left over')
    expect(valuesOf(anchorStruct(['f64']), [0, 0, 0, 0, 0, 0, 0xf8, 0x7f])).toMatch('not a number')
  })
})

describe('Codama', () => {
  const number = (format: string, endian = 'le') => ({ kind: 'numberTypeNode', format, endian })
  const text = { kind: 'stringTypeNode', encoding: 'utf8' }

  it('reads its own kinds of type', () => {
    const idl = codamaStruct(
      { kind: 'fixedSizeTypeNode', size: 4, type: text },
      number('u16', 'be'),
      { kind: 'dateTimeTypeNode', number: number('i64') },
      { kind: 'amountTypeNode', decimals: 2, number: number('u64') },
      { kind: 'zeroableOptionTypeNode', item: number('u16') },
      { kind: 'arrayTypeNode', item: number('u16'), count: { kind: 'remainderCountNode' } },
    )
    const bytes = [97, 98, 0, 0, 1, 2, 60, ...Array(7).fill(0), ...Array(8).fill(255), 0, 0, 1, 0, 2, 0]
    expect(valuesOf(idl, bytes)).toEqual(['ab', 258n, 60n, U64_MAX, null, [1n, 2n]])
    const read = readIdl(idl, null)
    const [definition] = read.structs.values()
    const decoded = definition && decode(read, definition, Uint8Array.from(bytes))
    expect(decoded?.ok && decoded.fields.map((field) => field.text).slice(2, 4)).toEqual([
      '1970-01-01T00:01:00Z',
      '184467440737095516.15',
    ])
  })
})

describe('which struct', () => {
  const definitions = [
    { name: 'Other', fields: [{ name: 'n', shape: 'u64' as const }] },
    { name: 'MyAccount', fields: [{ name: 'amount', shape: 'u64' as const }] },
  ]
  const bytes = new Uint8Array(8).fill(255)

  it.each(FORMS)('%s: by its name, hashed both ways', (form) => {
    const idl = readIdl(JSON.stringify(idlOf(form, definitions)), null)
    for (const text of ['MyAccount', 'account:MyAccount']) {
      const read = readAccount(idl, discriminatorOf(text), bytes, null)
      expect(read).toMatchObject({
        kind: 'decoded',
        fields: [{ name: 'amount', value: U64_MAX }],
      })
    }
  })

  it('by a listed discriminator, padded', () => {
    const listed = Uint8Array.of(7, 0, 0, 0, 0, 0, 0, 0)
    for (const form of ['Anchor 0.30', 'Codama'] as const) {
      const idl = readIdl(JSON.stringify(idlOf(form, definitions, [7])), null)
      expect(readAccount(idl, discriminatorOf(listed), bytes, null)).toMatchObject({ kind: 'decoded' })
    }
  })

  it('offers what fits, and guesses nothing', () => {
    const idl = readIdl(JSON.stringify(idlOf('Anchor 0.30', definitions)), null)
    expect(readAccount(idl, 1n, bytes, null)).toEqual({
      kind: 'choice',
      structs: ['Other', 'MyAccount'],
      isNamed: false,
    })
    expect(readAccount(idl, 1n, bytes, 'Other')).toMatchObject({ kind: 'decoded', struct: 'Other' })
    const read = readAccount(idl, discriminatorOf('MyAccount'), bytes.subarray(1), null)
    expect(read).toEqual({
      kind: 'raw',
      reason: 'Not a MyAccount of today’s IDL: 8 more wanted at byte 0, and 7 bytes are left.',
    })
  })

  it('knows the discriminator of a published program’s struct', () => {
    const idl = readIdl(anchorStruct([]).replace('"A"', '"MyCompressedAccount"'), null)
    const stored = sha256(TEXT.encode('MyCompressedAccount'))
    expect([...stored.subarray(0, 4)]).toEqual([0xf5, 0xec, 0x70, 0xef])
    expect(readAccount(idl, discriminatorOf(stored), new Uint8Array(0), null)).toMatchObject({ kind: 'decoded' })
  })
})

it('refuses an IDL of another program', () => {
  const text = JSON.stringify({ address: 'B', instructions: [], types: [] })
  expect(() => readIdl(text, 'A')).toThrow('It names another program.')
  expect(readIdl(text, 'B')).toMatchObject({ form: 'Anchor' })
  try {
    readIdl('{', 'A')
  } catch (error) {
    expect(isIdlError(error)).toBe(true)
  }
})
