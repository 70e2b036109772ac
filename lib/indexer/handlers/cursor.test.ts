import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { key, signature } from '@/lib/testing/indexer/synthetic-chain'
import { MethodError } from '../json-rpc/method-error'
import { decodeLatestCursor, decodeOwnerCursor, encodeLatestCursor, encodeOwnerCursor } from './cursor'

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
const positive = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })

function refusal(decode: () => unknown): string {
  try {
    decode()
  } catch (error) {
    if (error instanceof MethodError) return `${error.code} ${error.message}`
    throw error
  }
  return 'accepted'
}

describe('cursors give back the position they were made from', () => {
  it('by owner', () => {
    fc.assert(
      fc.property(positive, hash, (leafIndex, bytes) => {
        const position = { leafIndex, hash: bytes }
        expect(decodeOwnerCursor(encodeOwnerCursor(position))).toEqual(position)
      }),
    )
  })

  it('of the latest signatures', () => {
    fc.assert(
      fc.property(positive, fc.uint8Array({ minLength: 64, maxLength: 64 }), (slot, bytes) => {
        const position = { slot, signature: bytes }
        expect(decodeLatestCursor(encodeLatestCursor(position))).toEqual(position)
      }),
    )
  })
})

describe('the layout of a cursor', () => {
  it('by owner is leaf index big-endian and hash', () => {
    const bytes = base58.decode(encodeOwnerCursor({ leafIndex: 258n, hash: key('a') }))
    expect([...bytes.subarray(0, 8)]).toEqual([0, 0, 0, 0, 0, 0, 1, 2])
    expect(bytes).toHaveLength(40)
  })
})

/** The first slot beyond SQLite's integers: none of our cursors holds it. */
const SLOT_TOO_HIGH = encodeLatestCursor({ slot: 2n ** 63n, signature: signature('a') })

const bytes = (length: number) => base58.encode(new Uint8Array(length).fill(255))

describe('a cursor that is none of ours', () => {
  it.each([
    ['no base58', '0OIl', /^-32602 cursor: must be .* \(base58 of 40 bytes\), found no base58$/],
    ['empty', '', /^-32602 cursor: .*found 0 bytes$/],
    ["Photon's 32 bytes", bytes(32), /^-32602 cursor: .*found 32 bytes$/],
    ['a byte too long', base58.encode(new Uint8Array(41)), /^-32602 cursor: .*found 41 bytes$/],
    ['a leaf index of 2^63', base58.encode(Uint8Array.from([128, ...new Uint8Array(39)])), /^-32602/],
    ['endless', '1'.repeat(1_000_000), /^-32602 cursor: /],
  ])('by owner: %s', (_, cursor, expected) => {
    expect(refusal(() => decodeOwnerCursor(cursor))).toMatch(expected)
  })

  it.each([
    ['no base58', '0OIl', '-32000 Validation Error: Invalid cursor 0OIl'],
    ['too short', bytes(71), '-32000 Validation Error: Invalid cursor length. Expected 72. Received 71.'],
    ['a slot of 2^63', SLOT_TOO_HIGH, `-32000 Validation Error: Invalid cursor ${SLOT_TOO_HIGH}`],
    ['a slot of 2^64-1', bytes(72), `-32000 Validation Error: Invalid cursor ${bytes(72)}`],
  ])('of the latest signatures: %s', (_, cursor, expected) => {
    expect(refusal(() => decodeLatestCursor(cursor))).toBe(expected)
  })
})
