import { describe, expect, it } from 'vitest'
import { decompressedOf } from './decompressed'

const withData = (discriminator: bigint, data: Uint8Array) => ({
  data: { discriminator, data: Buffer.from(data).toString('base64'), dataHash: '' },
})

describe('a compressed account that stands in for one on the chain', () => {
  it('is known by its discriminator alone, and names the account where its data are an address', () => {
    const key = new Uint8Array(32).fill(7)
    expect(decompressedOf(withData(72057594037927935n, key))).toEqual({
      onChain: 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx',
    })
    expect(decompressedOf(withData(72057594037927935n, key.subarray(1)))).toEqual({ onChain: null })
    expect(decompressedOf(withData(72057594037927936n, key))).toBeNull()
    expect(decompressedOf(withData(72057594037927934n, key))).toBeNull()
    expect(decompressedOf({ data: null })).toBeNull()
  })
})
