import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { describeExtensions, type MintExtension } from './mint-extensions'

const KEY = addressOf('somebody')
const NOBODY = Buffer.alloc(32)
const key = Buffer.from(base58.decode(KEY))

const only = (type: number, ...parts: Uint8Array[]) => describeExtensions(new Map([[type, Buffer.concat(parts)]]), 6)

function fee(epoch: bigint, most: bigint, basisPoints: number): Buffer {
  const bytes = Buffer.alloc(18)
  bytes.writeBigUInt64LE(epoch, 0)
  bytes.writeBigUInt64LE(most, 8)
  bytes.writeUInt16LE(basisPoints, 16)
  return bytes
}

it('an extension names who may do what, and nobody where no key is set', () => {
  expect(only(12, key)).toEqual([
    { name: 'Permanent delegate', parts: [{ name: 'may move and burn all tokens', key: KEY }] },
  ])
  expect(only(14, NOBODY, key)).toEqual([
    {
      name: 'Transfer hook',
      parts: [
        { name: 'set by', key: null },
        { name: 'program', key: KEY },
      ],
    },
  ])
  expect(only(9)).toEqual([{ name: 'Non-transferable', parts: [] }])
  expect(only(6, Uint8Array.of(2))).toEqual([
    { name: 'Default account state', parts: [{ name: 'new accounts', text: 'frozen' }] },
  ])
  expect(only(26, key, Uint8Array.of(1))[0]?.parts).toContainEqual({ name: 'now', text: 'paused' })
})

it('a transfer fee is the newer one with its epoch, and the one before it where they differ', () => {
  const text = (older: Buffer, newer: Buffer) => only(1, key, NOBODY, Buffer.alloc(8), older, newer)[0]?.parts[0]
  expect(text(fee(5n, 1_500_000n, 50), fee(700n, 1_500_000n, 50))).toEqual({
    name: 'fee',
    text: '0.5%, at most 1.5 tokens',
  })
  expect(text(fee(5n, 2n ** 64n - 1n, 10_000), fee(1_700n, 0n, 0))).toEqual({
    name: 'fee',
    text: '0%, at most 0 tokens, from epoch 1,700; before, 100%, at most 18,446,744,073,709.551615 tokens',
  })
})

it('types that are not known are counted by number, and bytes that anybody wrote never throw', () => {
  expect(only(777, key)).toEqual([{ name: 'Extension 777', parts: [] }])
  expect(only(1, key)).toEqual([{ name: 'Transfer fee', parts: [{ name: 'data', text: 'cannot be read' }] }])
  fc.assert(
    fc.property(fc.nat(40), fc.uint8Array({ maxLength: 200 }), fc.nat(20), (type, data, decimals) => {
      const [described]: MintExtension[] = describeExtensions(new Map([[type, data]]), decimals)
      expect(described?.name).toMatch(/./)
    }),
  )
})
