import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type MethodName, methods, type Result } from './methods'
import { toWire } from './wire'

const U64 = fc.oneof(
  fc.constantFrom(
    0n,
    2n ** 53n - 1n,
    2n ** 53n,
    9007199254740993n,
    9007199254740995n,
    123456789012345678n,
    2n ** 64n - 1n,
  ),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
)
const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })
const int = fc.nat()
const text = fc.string()
const context = fc.record({ slot: int })
const account = fc.record({
  hash: text,
  address: orNull(text),
  data: orNull(fc.record({ discriminator: U64, data: text, dataHash: text })),
  owner: text,
  lamports: U64,
  tree: text,
  leafIndex: int,
  seq: orNull(U64),
  slotCreated: int,
})
const tokenData = fc.record({
  mint: text,
  owner: text,
  amount: U64,
  delegate: orNull(text),
  state: text,
  tlv: orNull(text),
})
const signature = fc.record({ signature: text, slot: int, blockTime: int })
const page = (item: fc.Arbitrary<unknown>) =>
  fc.record({ context, value: fc.record({ items: fc.array(item), cursor: orNull(text) }) })

const results: Record<MethodName, fc.Arbitrary<unknown>> = {
  getIndexerHealth: fc.constant('ok'),
  getIndexerSlot: int,
  getCompressedAccountsByOwner: page(account),
  getCompressedTokenAccountsByDelegate: page(fc.record({ account, tokenData })),
  getCompressionSignaturesForAccount: fc.record({ context, value: fc.record({ items: fc.array(signature) }) }),
  getLatestCompressionSignatures: page(signature),
}

test.each(Object.keys(results) as MethodName[])('%s: the wire form is the one that its schema writes', (method) => {
  const schema: z.ZodType = methods[method].result
  fc.assert(
    fc.property(results[method], (result) => {
      expect(toWire(result as Result<typeof method>)).toEqual(z.encode(schema, result))
    }),
  )
})
