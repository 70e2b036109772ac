import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { readRecording, recordingNames } from '@/lib/testing/recordings/files'
import { tokenDataHead } from '../../protocol/light/layouts'
import { TOKEN_PROGRAM } from '../../protocol/light/token-program'
import { account, tokenAccount } from '../../protocol/rpc/entities'
import type { AccountItem } from '../../protocol/rpc/items'
import { parseJson } from '../../protocol/rpc/json'
import { tokenDataOf } from './token-data'

const U64_MAX = 2n ** 64n - 1n

function knownRows<S extends z.ZodType>(name: string, schema: S): z.output<S>[] {
  return readRecording(name).expectations.flatMap(({ result }) => {
    const { value } = Object(parseJson(result)) as { value?: { items?: unknown[] } }
    return (value?.items ?? []).flatMap((item) => {
      const read = schema.safeParse(item)
      return read.success ? [read.data] : []
    })
  })
}

it('is what the indexer answers, for every token account of the known answers', () => {
  const known = recordingNames().flatMap((name) => knownRows(name, tokenAccount))
  expect(known.length).toBeGreaterThan(20)
  for (const { account, tokenData } of known) expect(tokenDataOf(account)).toStrictEqual(tokenData)
  expect(known.some(({ tokenData }) => tokenData.delegate !== null)).toBe(true)
  expect(known.some(({ tokenData }) => tokenData.state === 'frozen')).toBe(true)
})

it('has the extensions of accounts that were closed into compressed state', () => {
  const rows = knownRows('v2-compress-and-close-tlv', account).map((row) => tokenDataOf(row))
  const tlvs = rows.flatMap((row) => row?.tlv ?? [])
  expect(tlvs.length).toBeGreaterThan(0)
  // A count of one, then `compressed only`: kind 31 and its 17 bytes.
  for (const tlv of tlvs) expect(Buffer.from(tlv, 'base64').toString('hex')).toMatch(/^010000001f[0-9a-f]{34}$/)
})

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Uint8Array.from(bytes))
const head = fc.record({
  mint: key,
  owner: key,
  amount: fc.oneof(fc.bigInt({ min: 0n, max: U64_MAX }), fc.constantFrom(0n, 2n ** 53n + 1n, U64_MAX)),
  delegate: fc.option(key),
  state: fc.constantFrom(0, 1),
})
const tail = fc.oneof(fc.constantFrom([], [0], [1]), fc.array(fc.nat(255), { minLength: 2, maxLength: 40 }))

function accountWith(bytes: Uint8Array, discriminator = 2n, owner = TOKEN_PROGRAM): AccountItem {
  return {
    hash: 'hash',
    address: null,
    data: { discriminator, data: Buffer.from(bytes).toString('base64'), dataHash: 'data hash' },
    owner,
    lamports: 0n,
    tree: 'tree',
    leafIndex: 0,
    seq: null,
    slotCreated: 0,
  }
}

it('is exact for any mint, wallet, amount, delegate, state and extensions', () => {
  fc.assert(
    fc.property(head, tail, (value, rest) => {
      const bytes = Uint8Array.from([...tokenDataHead.encode(value), ...rest])
      expect(tokenDataOf(accountWith(bytes))).toStrictEqual({
        mint: base58.encode(value.mint),
        owner: base58.encode(value.owner),
        amount: value.amount,
        delegate: value.delegate && base58.encode(value.delegate),
        state: value.state === 0 ? 'initialized' : 'frozen',
        tlv: rest[0] === 1 && rest.length > 1 ? Buffer.from(rest.slice(1)).toString('base64') : null,
      })
    }),
  )
})

describe('there is none', () => {
  const whole = Uint8Array.from(
    tokenDataHead.encode({
      mint: new Uint8Array(32).fill(1),
      owner: new Uint8Array(32).fill(2),
      amount: 5n,
      delegate: new Uint8Array(32).fill(3),
      state: 1,
    }),
  )

  it('for any data that is cut short', () => {
    expect(tokenDataOf(accountWith(whole))?.state).toBe('frozen')
    for (let length = 0; length < whole.length; length++) {
      expect(tokenDataOf(accountWith(whole.subarray(0, length)))).toBeNull()
    }
  })

  it.each([
    [72, 2],
    [105, 2],
    [105, 255],
  ])('where byte %i is %i: neither delegate nor state that exists', (at, byte) => {
    const bytes = Uint8Array.from(whole)
    bytes[at] = byte
    expect(tokenDataOf(accountWith(bytes))).toBeNull()
  })

  it('for other discriminators, other programs, no data, and data that is not base64', () => {
    expect(tokenDataOf(accountWith(whole, 72057594037927935n))).toBeNull()
    expect(tokenDataOf(accountWith(whole, 2n, '11111111111111111111111111111111'))).toBeNull()
    const row = accountWith(whole)
    expect(tokenDataOf({ ...row, data: null })).toBeNull()
    expect(tokenDataOf({ ...row, data: { discriminator: 2n, data: 'no base64', dataHash: '' } })).toBeNull()
  })

  it('for a slice that may have cut the data, at its start or at its end', () => {
    expect(tokenDataOf(accountWith(whole), { offset: 1, length: 1_000 })).toBeNull()
    expect(tokenDataOf(accountWith(whole), { offset: 0, length: whole.length })).toBeNull()
    expect(tokenDataOf(accountWith(whole), { offset: 0, length: whole.length + 1 })?.amount).toBe(5n)
  })
})
