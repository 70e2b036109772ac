import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { base64Text } from '../../format/base64'
import type { AccountItem } from '../../protocol/rpc/items'
import { versionChanges } from './version-changes'

const [row] = makeAccounts('owner', 1) as [AccountItem]
const account = (bytes: Uint8Array | null, lamports = 0n): AccountItem => ({
  ...row,
  lamports,
  data: bytes && { discriminator: 1n, data: base64Text(bytes), dataHash: 'd' },
})

const between = (a: Uint8Array | null, b: Uint8Array | null) =>
  versionChanges({ account: account(a), tokenData: null }, { account: account(b), tokenData: null })

describe('changes between two versions', () => {
  it('are exactly the bytes that turn one into the other', () => {
    const bytes = fc.uint8Array({ maxLength: 60 })
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        const { bytes: changes } = between(a, b)
        const rebuilt: (number | undefined)[] = Array.from({ length: b.length }, (_, i) => a[i])
        for (const { offset, before, after } of changes) {
          expect(before).toEqual(a.subarray(offset, offset + before.length))
          for (const [i, byte] of after.entries()) rebuilt[offset + i] = byte
        }
        expect(rebuilt).toEqual([...b])
        if (Buffer.compare(a, b) === 0) expect(changes).toEqual([])
      }),
    )
  })

  it('say that data came or went', () => {
    const none = between(new Uint8Array([1, 2]), null)
    expect(none.lengths).toEqual({ before: 2, after: null })
    expect(none.values).toEqual([{ name: 'discriminator', before: 1n, after: null }])
  })

  it('keep every digit of a u64', () => {
    const before = { account: account(null, 2n ** 64n - 2n), tokenData: null }
    const after = { account: account(null, 2n ** 64n - 1n), tokenData: null }
    expect(versionChanges(before, after).values).toEqual([
      { name: 'lamports', before: 18446744073709551614n, after: 18446744073709551615n },
    ])
  })
})
