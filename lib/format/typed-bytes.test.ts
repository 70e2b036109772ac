import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexOf } from './hex'
import { BYTE_FORMATS, type ByteFormat, isByteFormat, MAX_TYPED_BYTES, parseBytes } from './typed-bytes'

const FORMATS = Object.keys(BYTE_FORMATS).filter(isByteFormat)
const INTEGERS = { u8: 8n, u16: 16n, u32: 32n, u64: 64n } as const

function bytesOf(format: ByteFormat, text: string): string {
  const read = parseBytes(format, text)
  if (!read.ok) throw new Error(read.message)
  return hexOf(read.bytes)
}

function refusal(format: ByteFormat, text: string): string {
  const read = parseBytes(format, text)
  if (read.ok) throw new Error(`took it as ${hexOf(read.bytes)}`)
  return read.message
}

describe('typed bytes', () => {
  it('as base58 and hex: what is written for bytes is read back as those bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: MAX_TYPED_BYTES }), (bytes) => {
        expect(parseBytes('base58', base58.encode(bytes))).toEqual({ ok: true, bytes })
        expect(parseBytes('hex', hexOf(bytes))).toEqual({ ok: true, bytes })
      }),
    )
    expect(parseBytes('text', 'aé💥')).toEqual({ ok: true, bytes: new TextEncoder().encode('aé💥') })
  })

  it.each(Object.entries(INTEGERS))('as %s: every value is its bytes, the smallest first', (name, bits) => {
    const format = name as keyof typeof INTEGERS
    const view = new DataView(new ArrayBuffer(8))
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** bits - 1n }), (value) => {
        const read = parseBytes(format, String(value))
        if (!read.ok) throw new Error(read.message)
        view.setBigUint64(0, value, true)
        expect(read.bytes).toEqual(new Uint8Array(view.buffer.slice(0, Number(bits / 8n))))
        // As our pages show it.
        expect(parseBytes(format, value.toLocaleString('en-US'))).toEqual(read)
      }),
    )
    expect(refusal(format, String(2n ** bits))).toContain((2n ** bits - 1n).toLocaleString('en-US'))
  })

  it.each([
    ['u64', '0', '00 00 00 00 00 00 00 00'],
    ['u64', '9007199254740992', '00 00 00 00 00 00 20 00'],
    ['u64', '9007199254740993', '01 00 00 00 00 00 20 00'],
    ['u64', ' 18446744073709551615 ', 'ff ff ff ff ff ff ff ff'],
    ['u64', '18_446_744_073_709_551_615', 'ff ff ff ff ff ff ff ff'],
    ['u16', '258', '02 01'],
    ['u8', '007', '07'],
    ['hex', '0xDEADbeef', 'de ad be ef'],
    ['hex', ' de ad\tbe ef ', 'de ad be ef'],
    ['base58', ' 112 ', '00 00 01'],
    ['text', ' é', '20 c3 a9'],
    ['text', '0', '30'],
    ['pubkey', '11111111111111111111111111111111', Array(32).fill('00').join(' ')],
  ] as const)('%s %j is %s', (format, text, hex) => {
    expect(bytesOf(format, text)).toBe(hex)
  })

  it.each([
    ['u64', '18446744073709551616', /from 0 to 18,446,744,073,709,551,615/],
    ['u64', '-1', /whole number/],
    ['u64', '1.5', /whole number/],
    ['u64', '1e3', /whole number/],
    ['u64', '0x10', /whole number/],
    ['u8', '256', /from 0 to 255 \(u8\)/],
    ['hex', 'abc', /two hex digits a byte: this has 3/],
    ['hex', 'xy', /“x” is not one/],
    ['hex', '0x', /at least one byte/],
    ['base58', 'ab0c', /has no “0”/],
    ['base58', 'ab c', /has no white space/],
    ['base58', 'ab\u200bc', /has no invisible character/],
    ['base58', '💥', /has no “💥”/],
    ['base58', '1'.repeat(257), /at most 256 bytes: this is 257/],
    ['base58', '1'.repeat(351), /351 characters of base58 are more/],
    ['hex', 'ab'.repeat(257), /at most 256 bytes: this is 257/],
    ['text', 'é'.repeat(129), /at most 256 bytes: this is 258/],
    ['text', 'a'.repeat(1_001), /1,001 characters/],
    ['pubkey', 'abc', /base58 of 32 bytes\): this decodes to 3 bytes/],
  ] as const)('%s refuses %j and says why', (format, text, words) => {
    expect(refusal(format, text)).toMatch(words)
    expect(refusal(format, text)).toMatch(/^must /)
  })

  it.each(FORMATS)('as %s: nothing typed is refused', (format) => {
    expect(refusal(format, '')).toMatch(/not be empty/)
    if (format !== 'text') expect(refusal(format, ' \t')).toMatch(/not be empty/)
  })

  it('takes 256 bytes in the longest form they have', () => {
    const longest = new Uint8Array(MAX_TYPED_BYTES).fill(255)
    expect(parseBytes('base58', base58.encode(longest))).toEqual({ ok: true, bytes: longest })
    expect(parseBytes('hex', hexOf(longest))).toEqual({ ok: true, bytes: longest })
  })

  it('never throws, whatever is typed', () => {
    // Any code units, halves of pairs among them; fast-check's own binary strings take seconds to prepare.
    const anyText = fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units))
    fc.assert(
      fc.property(fc.constantFrom(...FORMATS), fc.oneof(anyText, fc.string()), (format, text) => {
        expect(() => parseBytes(format, text)).not.toThrow()
      }),
    )
  })
})
