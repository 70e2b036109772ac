import fc from 'fast-check'
import { expect, it } from 'vitest'
import { base64Bytes, base64Length, base64Text } from './base64'

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
