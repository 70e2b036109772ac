import { getBase58Decoder } from '@solana/kit'
import { describe, expect, it } from 'vitest'
import { decodeBase58Data, MAX_BASE58_LENGTH } from './base58-data'

describe('base58 of instruction data', () => {
  it('has room for every 10 kB, and refuses what is longer before it looks at a digit', () => {
    const most = getBase58Decoder().decode(new Uint8Array(10_240).fill(255))
    expect(most).toHaveLength(MAX_BASE58_LENGTH)
    expect(decodeBase58Data(most)).toHaveLength(10_240)
    for (const digit of ['z', '1', '!']) {
      expect(() => decodeBase58Data(digit.repeat(MAX_BASE58_LENGTH + 1))).toThrow(
        'wanted at most 13985 characters of base58 (10,240 bytes), found 13986',
      )
    }
  })

  it.each(['0', 'a0', 'aaaa aaaa', 'é', '\u{1F343}'])('refuses %j', (text) => {
    expect(() => decodeBase58Data(text)).toThrow(/wanted base58, found/)
  })
})
