import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { key, PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { tokenDataHead } from './layouts'
import { decodeTokenData, isTokenAccount, tlvOf, tokenOffsets } from './token-data'

const head = { mint: key('mint'), owner: key('wallet'), amount: 123456789012345678n, delegate: null, state: 0 }
const bytesOf = (value: Parameters<typeof tokenDataHead.encode>[0], tail: number[]) =>
  Uint8Array.from([...tokenDataHead.encode(value), ...tail])

describe('token data', () => {
  it.each([
    ['nothing', [], null],
    ['tag 0', [0], null],
    ['tag 1 alone', [1], null],
    ['tag 1 and bytes', [1, 9, 8], Uint8Array.of(9, 8)],
    ['another tag', [2, 9], null],
  ])('reads TLV from %s', (_, tail, tlv) => {
    expect(decodeTokenData(bytesOf(head, tail)).tlv).toEqual(tlv)
  })

  it('is read without a decoder as with it', () => {
    const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
    const value = fc.record({
      mint: bytes32,
      owner: bytes32,
      amount: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      delegate: fc.option(bytes32),
      state: fc.constantFrom(0, 1),
    })
    fc.assert(
      fc.property(
        value,
        fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 9 }),
        fc.nat(9),
        (value, tail, front) => {
          // As database drivers return it: a view into a larger buffer.
          const whole = Uint8Array.from([...new Uint8Array(front), ...bytesOf(value, tail)])
          const { mint, owner, amount, delegate, state, tlv } = tokenOffsets(whole, front)
          expect({
            mint: whole.slice(mint, mint + 32),
            owner: whole.slice(owner, owner + 32),
            amount: new DataView(whole.buffer).getBigUint64(amount, true),
            delegate: delegate === null ? null : whole.slice(delegate, delegate + 32),
            frozen: whole[state] === 1,
            tlv: tlvOf(whole, tlv),
          }).toEqual(decodeTokenData(bytesOf(value, tail)))
        },
      ),
    )
  })

  it('tells frozen from initialized, and refuses any other state', () => {
    expect(decodeTokenData(bytesOf({ ...head, state: 1 }, [])).frozen).toBe(true)
    expect(() => decodeTokenData(bytesOf({ ...head, state: 2 }, []))).toThrow(
      'wanted state 0 (initialized) or 1 (frozen), found 2',
    )
  })
})

describe('token accounts', () => {
  const data = (discriminator: bigint) => ({ discriminator, data: new Uint8Array(), dataHash: key('hash') })

  it.each([2n, 216172782113783808n, 288230376151711744n])('are those with discriminator %s', (discriminator) => {
    expect(isTokenAccount(PROGRAMS.tokenBytes, data(discriminator), PROGRAMS.tokenBytes)).toBe(true)
  })

  it('are not the other accounts of the token program, nor such data of other owners', () => {
    expect(isTokenAccount(PROGRAMS.tokenBytes, data(72057594037927936n), PROGRAMS.tokenBytes)).toBe(false)
    expect(isTokenAccount(PROGRAMS.tokenBytes, null, PROGRAMS.tokenBytes)).toBe(false)
    expect(isTokenAccount(key('other'), data(2n), PROGRAMS.tokenBytes)).toBe(false)
  })
})
