import fc from 'fast-check'
import { expect, it } from 'vitest'
import { base64Bytes, base64Length, base64Text, hexLines } from './bytes'

const bytes = fc.uint8Array({ maxLength: 100 })

it('any bytes come back whole from their base64, and are counted without decoding', () => {
  fc.assert(
    fc.property(bytes, (value) => {
      const text = Buffer.from(value).toString('base64')
      expect(base64Bytes(text)).toEqual(Uint8Array.from(value))
      expect(base64Length(text)).toBe(value.length)
      expect(base64Text(Uint8Array.from(value))).toBe(text)
    }),
  )
})

it.each(['A', 'AA', 'AAA', 'AA=', 'A===', '====', '=AAA', 'AA==AA==', 'AAAA\n', 'AA-_', 'AAA ', '😀'])(
  '%j is not base64: null, not a guess',
  (text) => {
    expect(base64Bytes(text)).toBeNull()
    expect(base64Length(text)).toBeNull()
  },
)

it('text is base64 for both or for neither, with one length', () => {
  const nearly = fc.string({ unit: fc.constantFrom('A', 'z', '9', '+', '/', '=', '-', ' '), maxLength: 12 })
  fc.assert(
    fc.property(nearly, (text) => {
      expect(base64Length(text)).toBe(base64Bytes(text)?.length ?? null)
    }),
  )
})

it('a hex view has offset, bytes and what prints of them, the last line as short as it is', () => {
  const value = Uint8Array.from([0, 0x1f, 0x20, 0x41, 0x7e, 0x7f, 0xff, 10, 11, 12, 13, 14, 15, 16, 17, 18, 0x5a])
  expect(hexLines(value)).toEqual([
    { offset: '0000', hex: '00 1f 20 41 7e 7f ff 0a 0b 0c 0d 0e 0f 10 11 12', text: '·· A~···········' },
    { offset: '0010', hex: '5a', text: 'Z' },
  ])
  expect(hexLines(new Uint8Array())).toEqual([])
  expect(hexLines(new Uint8Array(65_537), 65_536).map(({ offset }) => offset)).toEqual(['0000', '10000'])
})

it('the lines of a hex view hold every byte once, in order', () => {
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 40 }), (value, width) => {
      const hex = hexLines(value, width).flatMap((line) => line.hex.split(' '))
      expect(hex.map((byte) => Number.parseInt(byte, 16))).toEqual([...value])
    }),
  )
})
