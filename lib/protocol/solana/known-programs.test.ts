import { describe, expect, it } from 'vitest'
import { base58Bytes } from '../rpc/primitives'
import { KNOWN_PROGRAMS, knownProgram } from './known-programs'

describe('known programs', () => {
  it('are addresses, each with a name of its own and a source', () => {
    for (const [address, { source }] of Object.entries(KNOWN_PROGRAMS)) {
      expect([address, base58Bytes(address)?.length]).toEqual([address, 32])
      expect(source).not.toBe('')
    }
    const names = Object.values(KNOWN_PROGRAMS).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('are not made up for what merely looks like one', () => {
    expect(knownProgram('cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3n')).toBeNull()
    expect(knownProgram('constructor')).toBeNull()
  })
})
