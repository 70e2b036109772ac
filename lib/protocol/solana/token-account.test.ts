import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lightTokenAccount, splTokenAccount, token2022Account } from '@/lib/testing/made-token-accounts'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { TOKEN_PROGRAM } from '../light/token-program'
import { TOKEN_PROGRAMS } from './mint-account'
import { compressibleFrom, readTokenAccount } from './token-account'

const U64_MAX = 2n ** 64n - 1n

const RENT = { lastClaimedSlot: 270_001n, exemption: 2_000, base: 128, compressionCost: 11_000, perByteAndEpoch: 1 }

const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

describe('token accounts on the chain', () => {
  test('are read to the digit in the three programs', () => {
    const made = {
      mint: addressOf('a mint'),
      owner: addressOf('a wallet'),
      amount: U64_MAX,
      frozen: true,
      delegate: addressOf('a delegate'),
      delegatedAmount: 9_007_199_254_740_993n,
      closeAuthority: addressOf('a closer'),
    }
    const { frozen: _, ...same } = made
    for (const { owner, data } of [splTokenAccount(made), token2022Account(made), lightTokenAccount(made, RENT)]) {
      expect(readTokenAccount(owner, data)).toMatchObject({ ok: true, value: { ...same, state: 'frozen' } })
    }
    const plain = splTokenAccount({ native: true })
    expect(readTokenAccount(plain.owner, plain.data)).toMatchObject({
      value: { delegate: null, closeAuthority: null, isNative: true, rent: null },
    })
    // The Light Token Program wraps SOL as any mint.
    expect(readTokenAccount(TOKEN_PROGRAM, plain.data)).toMatchObject({ value: { isNative: false } })
  })

  test('name fees that were withheld and amounts that cannot be read', () => {
    const fees = token2022Account({}, [
      [2, u64(123_456_789_012_345_678n)],
      [5, Buffer.alloc(295)],
    ])
    expect(readTokenAccount(fees.owner, fees.data)).toMatchObject({
      value: { withheld: 123_456_789_012_345_678n, isConfidential: true },
    })
    const cut = token2022Account({}, [[2, Buffer.alloc(4)]])
    expect(readTokenAccount(cut.owner, cut.data)).toMatchObject({ ok: false })
  })

  test('of another kind, cut, or of another program are refused with a reason', () => {
    const { data } = lightTokenAccount({}, RENT)
    const mint = Buffer.from(data)
    mint[165] = 1
    const unset = Buffer.from(data)
    unset[108] = 0
    for (const [program, bytes] of [
      [TOKEN_PROGRAM, mint],
      [TOKEN_PROGRAM, unset],
      [TOKEN_PROGRAM, data.subarray(0, 164)],
      [TOKEN_PROGRAMS.spl, data],
      [addressOf('a program'), data],
    ] as const) {
      expect(readTokenAccount(program, bytes)).toEqual({ ok: false, reason: expect.stringMatching(/./) })
    }
  })

  test('never throw, whatever the bytes', () => {
    const programs = fc.constantFrom(TOKEN_PROGRAM, ...Object.values(TOKEN_PROGRAMS))
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.uint8Array({ maxLength: 200 }).map((tail) => Buffer.concat([splTokenAccount().data, Buffer.from([2]), tail])),
    )
    fc.assert(
      fc.property(programs, bytes, (program, data) => {
        readTokenAccount(program, data)
      }),
    )
  })

  test('may be compressed when the paid epochs have passed', () => {
    const read = readTokenAccount(TOKEN_PROGRAM, lightTokenAccount({}, RENT).data)
    if (!read.ok || !read.value.rent) throw new Error('no rent')
    const { rent } = read.value
    // 128 + 272 lamports an epoch, from epoch 20.
    const from = (lamports: bigint) => compressibleFrom(rent, lamports, 272)
    expect(from(13_000n + 16n * 400n)).toBe(13_500n * 36n)
    expect(from(13_000n + 16n * 400n - 1n)).toBe(13_500n * 35n)
    expect(from(0n)).toBe(13_500n * 20n)
  })
})
