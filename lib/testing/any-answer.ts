import { base58 } from '@scure/base'
import fc from 'fast-check'

export const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes))

const u64 = fc.oneof(
  fc.constantFrom(0n, 2n ** 53n - 1n, 9007199254740993n, 9007199254740995n, 123456789012345678n, 2n ** 64n - 1n),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

export const anyPosition = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, Number.MAX_SAFE_INTEGER))

export const anyAccount = fc.record({
  hash: anyKey,
  address: maybe(anyKey),
  data: maybe(fc.record({ discriminator: u64, data: fc.base64String(), dataHash: anyKey })),
  owner: anyKey,
  lamports: u64,
  tree: anyKey,
  leafIndex: anyPosition,
  seq: maybe(u64),
  slotCreated: anyPosition,
})

export const anyTokenData = fc.record({
  mint: anyKey,
  owner: anyKey,
  amount: u64,
  delegate: maybe(anyKey),
  state: fc.constantFrom('initialized' as const, 'frozen' as const),
  tlv: maybe(fc.base64String()),
})

export const anySignature = fc.record({ signature: anyKey, slot: anyPosition, blockTime: anyPosition })

export const anyContext = fc.record({ slot: anyPosition })

export const anyPageOf = <T>(item: fc.Arbitrary<T>) =>
  fc.record({
    context: anyContext,
    value: fc.record({ items: fc.array(item, { maxLength: 5 }), cursor: maybe(anyKey) }),
  })
