import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatLayout, type LayoutField, maxLayoutBytes, parseLayout, readLayout } from './layout'
import { layoutFragment, layoutInFragment } from './layout-fragment'

const fieldsOf = (text: string): LayoutField[] => {
  const parsed = parseLayout(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.fields
}
const valuesOf = (text: string, bytes: ArrayLike<number>, base = 0) =>
  readLayout(fieldsOf(text), Uint8Array.from(bytes), base).map(({ value, problem }) => value ?? problem)

describe('a layout', () => {
  it('is a name and a type a line, with comments, empty lines and what a Rust struct brings', () => {
    const text = `
      # a token
      amount: u64
      pub owner: Pubkey,   // the wallet
      pub(crate) flag : bool,
      name: bytes[8]; tag: [u8; 4]
      text[16]
      delegate: Option<Pubkey>
    `
    expect(fieldsOf(text).map(({ name, type }) => [name, type.name])).toEqual([
      ['amount', 'u64'],
      ['owner', 'pubkey'],
      ['flag', 'bool'],
      ['name', 'bytes[8]'],
      ['tag', 'bytes[4]'],
      ['text[16]', 'text[16]'],
      ['delegate', 'option<pubkey>'],
    ])
  })

  it.each([
    ['a: u64\nb: u65', [2, '“u65” is not a type']],
    ['a: constructor', [1, '“constructor” is not a type']],
    ['a:', [1, 'needs a type']],
    ['a: bytes', [1, 'bytes needs a length: bytes[16]']],
    ['\n\na: text[0]', [3, '“0” is not a length']],
    ['a: bytes[9999999]', [1, 'is not a length']],
    ['a: bytes[1e2]', [1, '“1e2” is not a length']],
    ['a: u8\na: u8', [2, '“a” is already on line 1']],
    ['9a: u8', [1, '“9a” is not a name']],
    [': u8', [1, '“” is not a name']],
    ['a: option<option<u8>>', [1, 'nested options are not supported']],
    ['a: option<u7>', [1, '“u7” is not a type']],
    ['', [1, 'no fields']],
    ['# only words', [1, 'no fields']],
    [Array.from({ length: 65 }, (_, n) => `f${n}: u8`).join('\n'), [65, 'at most 64 fields']],
    [`a: u8 # ${'x'.repeat(4_000)}`, [1, 'at most 4000 characters']],
  ])('that does not parse is refused at its line: %j', (text, [line, message]) => {
    const parsed = parseLayout(text)
    expect(parsed.ok).toBe(false)
    if (!parsed.ok) {
      expect(parsed.problems.map((problem) => problem.line)).toContain(line)
      expect(parsed.problems.map((problem) => problem.message).join('\n')).toContain(message)
    }
  })

  it('names every line that is wrong, not only the first', () => {
    const parsed = parseLayout('a: x\nb: u8\nc: y')
    expect(!parsed.ok && parsed.problems.map(({ line }) => line)).toEqual([1, 3])
  })

  it('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseLayout(text)))
    const nearly = fc.string({ unit: fc.constantFrom('a', ':', 'u', '8', '[', ']', '<', '>', ';', '\n', '#', ' ') })
    fc.assert(fc.property(nearly, (text) => void parseLayout(text)))
  })
})

const scalar = fc.constantFrom('u8', 'u16', 'u32', 'u64', 'u128', 'i8', 'i64', 'i128', 'bool', 'pubkey')
const sized = fc.tuple(fc.constantFrom('bytes', 'text'), fc.integer({ min: 1, max: 99 })).map(([k, n]) => `${k}[${n}]`)
const type = fc.oneof(
  scalar,
  sized,
  scalar.map((of) => `option<${of}>`),
)
/** Names are unique: each ends with `_` and its line number. */
const layout = fc
  .array(fc.tuple(fc.option(fc.stringMatching(/^[a-zß_][a-z0-9_-]{0,8}$/)), type), { minLength: 1, maxLength: 12 })
  .map((lines) => lines.map(([name, of], n) => (name === null ? of : `${name}_${n}: ${of}`)).join('\n'))

it('a layout comes back the same from its text and from an address', () => {
  fc.assert(
    fc.property(layout, (text) => {
      const fields = fieldsOf(text)
      const written = formatLayout(fields)
      expect(formatLayout(fieldsOf(written))).toBe(written)
      const address = new URL(`http://x.test/owner/o?limit=10${layoutFragment(formatLayout(fields))}`)
      expect(address.search).toBe('?limit=10')
      expect(formatLayout(fieldsOf(layoutInFragment(address.hash) ?? ''))).toBe(written)
    }),
  )
})

describe('the fragment', () => {
  it('reads well and holds any text', () => {
    expect(layoutFragment('mint: pubkey\namount : u64\n')).toBe('#layout=mint:pubkey;amount:u64')
    expect(layoutFragment('  ')).toBe('')
    expect(layoutFragment(null)).toBe('')
    expect(layoutInFragment('#layout=a%3Au8&x=1')).toBe('a:u8')
    expect(layoutFragment('a: [u8; 8]\nb: u8')).toBe('#layout=a:%5Bu8;%208%5D;b:u8')
    expect(layoutInFragment('#layout=a:%5Bu8;%208%5D;b:u8')).toBe('a:[u8; 8]\nb:u8')
    expect(layoutInFragment('#content')).toBeNull()
    expect(layoutInFragment('')).toBeNull()
    expect(layoutInFragment('#layout=%zz')).toBe('%zz')
  })
})

describe('read by a layout', () => {
  it('integers are exact and little-endian, of any width and sign', () => {
    const ones = new Array(48).fill(255)
    expect(valuesOf('u64\ni64\nu128\ni128', ones)).toEqual([
      '18446744073709551615',
      '-1',
      '340282366920938463463374607431768211455',
      '-1',
    ])
    expect(valuesOf('u16', [1, 2])).toEqual(['513'])
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const bytes = Buffer.alloc(8)
        bytes.writeBigInt64LE(value)
        expect(valuesOf('i64', bytes)).toEqual([String(value)])
        expect(valuesOf('u64', bytes)).toEqual([String(BigInt.asUintN(64, value))])
      }),
    )
  })

  it('a key is base58, bytes are hex, text ends at its padding', () => {
    const key = Uint8Array.from({ length: 32 }, (_, n) => n)
    expect(valuesOf('k: pubkey\nb: bytes[3]\nt: text[6]', [...key, 1, 2, 255, 65, 66, 0, 0, 0, 0])).toEqual([
      base58.encode(key),
      '0102ff',
      'AB',
    ])
  })

  it('an option takes one byte when absent, and what follows moves', () => {
    expect(valuesOf('o: option<u16>\nn: u8', [0, 9])).toEqual(['none', '9'])
    expect(valuesOf('o: option<u16>\nn: u8', [1, 1, 1, 9])).toEqual(['257', '9'])
    expect(valuesOf('o: option<u16>\nn: u8', [7, 9])).toEqual(['must be 0 or 1', 'offset unknown'])
  })

  it('fields behind the end say so, and do not hide those before it', () => {
    expect(valuesOf('a: u8\nb: u64\nc: bool', [5, 1])).toEqual([
      '5',
      'the data ends at byte 2',
      'the data ends at byte 2',
    ])
    expect(valuesOf('f: bool', [2])).toEqual(['must be 0 or 1'])
  })

  it('of a slice, offsets stay those of the whole data', () => {
    expect(valuesOf('a: u8\nb: u8\nc: u8', [7], 1)).toEqual(['before the loaded slice', '7', 'the data ends at byte 2'])
  })

  it('the reach is enough for every field', () => {
    fc.assert(
      fc.property(layout, (text) => {
        const fields = fieldsOf(text)
        const read = readLayout(fields, new Uint8Array(maxLayoutBytes(fields)).fill(1))
        expect(read.map(({ problem }) => problem).filter(Boolean)).toEqual([])
      }),
    )
  })
})
