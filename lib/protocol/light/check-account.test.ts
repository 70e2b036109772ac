import { describe, expect, it } from 'vitest'
import { accountHash, type HashedAccount } from './account-hash'
import { type AccountContents, checkContents } from './check-account'

const key = (byte: number) => new Uint8Array(32).fill(byte)
const ZERO_DATA = { discriminator: 0n, dataHash: key(0) }

function hashedAs(treeType: number, data: HashedAccount['data'], lamports = 5n): AccountContents {
  const account = { owner: key(1), tree: key(2), leafIndex: 7, treeType, lamports, address: null, data: null }
  const hash = accountHash({ ...account, leafIndex: 7n, treeType: BigInt(treeType), data })
  return { ...account, hash }
}

describe.each([1, 3])('an account without data in a tree of type %i', (treeType) => {
  it('matches when it was hashed as one', () => {
    expect(checkContents(hashedAs(treeType, null))).toBe('matches')
  })

  it('matches when it was hashed with a discriminator and data hash of zeros, as from a CPI context', () => {
    expect(checkContents(hashedAs(treeType, ZERO_DATA))).toBe('matches')
    expect(checkContents(hashedAs(treeType, ZERO_DATA, 0n))).toBe('matches')
  })

  it('differs when anything else of it differs, in either form', () => {
    for (const data of [null, ZERO_DATA]) {
      const account = hashedAs(treeType, data)
      expect(checkContents({ ...account, lamports: 6n })).toBe('differs')
      expect(checkContents({ ...account, owner: key(3) })).toBe('differs')
      expect(checkContents({ ...account, leafIndex: 8 })).toBe('differs')
    }
    expect(checkContents(hashedAs(treeType, { discriminator: 1n, dataHash: key(0) }))).toBe('differs')
    expect(checkContents(hashedAs(treeType, { discriminator: 0n, dataHash: key(4) }))).toBe('differs')
  })

  it('with data is never taken for one without', () => {
    const data = { discriminator: 2n, dataHash: key(4), data: key(5) }
    expect(checkContents({ ...hashedAs(treeType, ZERO_DATA), data })).toBe('differs')
    expect(checkContents({ ...hashedAs(treeType, data), data })).toBe('matches')
  })
})
