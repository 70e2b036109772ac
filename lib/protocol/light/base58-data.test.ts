import { getBase58Decoder } from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base58Data, LONGEST_BASE58 } from './base58-data'

describe('base58 of instruction data', () => {
  it("gives back every byte of what kit's codec wrote", () => {
    const data = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .tuple(fc.nat(40), fc.uint8Array({ maxLength: 40 }))
        .map(([n, rest]) => Uint8Array.from([...new Uint8Array(n), ...rest])),
    )
    fc.assert(
      fc.property(data, (bytes) => {
        expect(base58Data(getBase58Decoder().decode(bytes))).toEqual(bytes)
      }),
      { numRuns: 300 },
    )
  })

  it('has no end at 10 kB, the most an inner instruction can carry', () => {
    const bytes = Uint8Array.from({ length: 10_240 }, (_, i) => (i * 7 + (i >> 5)) & 255)
    expect(base58Data(getBase58Decoder().decode(bytes))).toEqual(bytes)
  })

  it('has room for every 10 kB, and refuses what is longer before it looks at a digit', () => {
    const most = getBase58Decoder().decode(new Uint8Array(10_240).fill(255))
    expect(most).toHaveLength(LONGEST_BASE58)
    expect(base58Data(most)).toHaveLength(10_240)
    for (const digit of ['z', '1', '!']) {
      expect(() => base58Data(digit.repeat(LONGEST_BASE58 + 1))).toThrow(
        'wanted at most 13985 characters of base58 (10,240 bytes), found 13986',
      )
    }
  })

  it('reads nothing as no bytes, and ones as zeros', () => {
    expect(base58Data('')).toEqual(new Uint8Array())
    expect(base58Data('111')).toEqual(new Uint8Array(3))
  })

  it.each(['0', 'a0', 'aaaa aaaa', 'é', '\u{1F343}'])('refuses %j', (text) => {
    expect(() => base58Data(text)).toThrow(/wanted base58, found/)
  })
})
