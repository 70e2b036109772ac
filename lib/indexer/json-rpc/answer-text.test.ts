import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { resultText } from './answer-text'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes))
const bytes = fc.uint8Array({ maxLength: 60 }).map((data) => Buffer.from(data).toString('base64'))
const u64 = fc.oneof(
  fc.constantFrom(0n, 9007199254740993n, 9007199254740995n, 123456789012345678n, 2n ** 64n - 1n),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
)
const position = fc.maxSafeNat()

const account = fc.record({
  hash: key,
  address: fc.option(key),
  data: fc.option(fc.record({ discriminator: u64, data: bytes, dataHash: key })),
  owner: key,
  lamports: u64,
  tree: key,
  leafIndex: position,
  seq: fc.option(u64),
  slotCreated: position,
})

const tokenData = fc.record({
  mint: key,
  owner: key,
  amount: u64,
  delegate: fc.option(key),
  state: fc.constantFrom('initialized' as const, 'frozen' as const),
  tlv: fc.option(bytes),
})

const signature = fc.record({ signature: key, slot: position, blockTime: position })

function pageOf<Item>(item: fc.Arbitrary<Item>) {
  return fc.record({
    context: fc.record({ slot: position }),
    value: fc.record({ items: fc.array(item, { maxLength: 5 }), cursor: fc.option(key) }),
  })
}

test('a page of accounts is written as JSON writes it, every digit of it', () => {
  fc.assert(
    fc.property(pageOf(account), (result) => {
      expect(resultText('getCompressedAccountsByOwner', result)).toBe(stringifyJson(result))
    }),
  )
})

test('so is a page of token accounts', () => {
  fc.assert(
    fc.property(pageOf(fc.record({ account, tokenData })), (result) => {
      expect(resultText('getCompressedTokenAccountsByDelegate', result)).toBe(stringifyJson(result))
    }),
  )
})

test('and whatever else is answered', () => {
  fc.assert(
    fc.property(pageOf(signature), (result) => {
      expect(resultText('getLatestCompressionSignatures', result)).toBe(stringifyJson(result))
    }),
  )
  expect(resultText('getIndexerHealth', 'ok')).toBe('"ok"')
  expect(resultText('getIndexerSlot', 7)).toBe('7')
})
