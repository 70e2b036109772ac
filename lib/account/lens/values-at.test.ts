import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valuesAt } from './values-at'

type Type = 'u8' | 'u16' | 'u32' | 'u64' | 'i64' | 'bool' | 'pubkey' | 'text'

const read = (bytes: ArrayLike<number>, at = 0, selected = 1) => {
  const values = valuesAt(Uint8Array.from(bytes), at, selected)
  return Object.fromEntries(values.map((value) => [value.type, value])) as Record<Type, (typeof values)[number]>
}

describe('values at the cursor', () => {
  it('are exact for every 8 bytes, wherever they stand', () => {
    const bytes = fc.uint8Array({ minLength: 8, maxLength: 60 })
    fc.assert(
      fc.property(bytes, fc.nat(52), (value, wanted) => {
        const at = Math.min(wanted, value.length - 8)
        const buffer = Buffer.from(value)
        const values = read(value, at)
        expect(values.u8.value).toBe(String(buffer.readUInt8(at)))
        expect(values.u16.value).toBe(String(buffer.readUInt16LE(at)))
        expect(values.u32.value).toBe(String(buffer.readUInt32LE(at)))
        expect(values.u64.value).toBe(String(buffer.readBigUInt64LE(at)))
        expect(values.i64.value).toBe(String(buffer.readBigInt64LE(at)))
      }),
    )
  })

  it('keep 2^64-1 and -1 apart, and a subarray from its neighbours', () => {
    const all = Uint8Array.from([7, ...new Array(8).fill(255), 7])
    const [, , , u64, i64] = valuesAt(all.subarray(1, 9), 0)
    expect(u64?.value).toBe('18446744073709551615')
    expect(i64?.value).toBe('-1')
  })

  it('are absent with the reason where the data ends before', () => {
    const values = read([1, 2, 3], 1)
    expect(values.u16.value).toBe(String(2 + 3 * 256))
    expect(values.u32).toMatchObject({ value: null, problem: 'needs 4 bytes, 2 are left' })
    expect(values.pubkey.problem).toBe('needs 32 bytes, 2 are left')
    expect(valuesAt(Uint8Array.of(1), 0, 1, 1_000)[1]).toMatchObject({ offset: 1_000, length: 1, value: null })
  })

  it('say true and false for 1 and 0 only', () => {
    expect(read([0]).bool.value).toBe('false')
    expect(read([1]).bool.value).toBe('true')
    expect(read([2]).bool).toMatchObject({ value: null, problem: 'only 0 and 1 are booleans' })
  })

  it('read a public key as base58 of 32 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 40 }), (bytes) => {
        expect(read(bytes).pubkey.value).toBe(base58.encode(Uint8Array.from(bytes.subarray(0, 32))))
      }),
    )
  })

  it('read text as UTF-8, inert: nothing that turns or hides other text', () => {
    const text = (value: string | number[]) => read(typeof value === 'string' ? Buffer.from(value) : value).text.value
    expect(text('Grüße 🌱')).toBe('Grüße 🌱')
    expect(text('a\u202eb\u200bc\nd')).toBe('a·b·c·d')
    expect(text([0xff, 0x41])).toBe('·A')
    expect(read(Buffer.from('abcdef'), 1, 3).text).toMatchObject({ value: 'bcd', length: 3 })
  })
})
